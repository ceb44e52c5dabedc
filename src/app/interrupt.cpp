#include "app/interrupt.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace brazier::app {

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

extern "C" void on_signal(int signal) {
    if (interrupted.exchange(true)) {  // the second one
        std::signal(signal, SIG_DFL);
        std::raise(signal);
        return;
    }
    const int saved_errno = errno;
    constexpr char text[] = "\nbrazier: stopping; once more to quit at once without saving\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    errno = saved_errno;
}

}  // namespace

const std::atomic<bool>& watch_for_interrupt() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return interrupted;
}

}  // namespace brazier::app
