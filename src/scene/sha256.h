// SHA-256 (FIPS 180-4) of bytes: what a picture says of the scene it was made from. OpenSSL's libcrypto's home.
#pragma once

#include <string>
#include <string_view>

namespace brazier::scene {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace brazier::scene
