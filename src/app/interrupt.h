// Ctrl-C and SIGTERM: the first asks for a stop, the second ends the program at once.
#pragma once

#include <atomic>

namespace brazier::app {

// From now on the first SIGINT or SIGTERM sets the flag that is returned.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace brazier::app
