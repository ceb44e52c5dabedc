// The tests' main: flush-to-zero as in the program, then Catch2.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include <xmmintrin.h>

int main(int argc, char** argv) {
    _mm_setcsr(_mm_getcsr() | 0x8040);
    return Catch::Session().run(argc, argv);
}
