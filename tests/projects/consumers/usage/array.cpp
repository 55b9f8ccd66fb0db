// The table as a constexpr std::array: entries are there at compile time, and rows are ranges.
#include "pe.hpp"

#include "expect.h"

#include <algorithm>
#include <functional>

/* docs/usage.md: array.cpp */
static_assert(pe[0][0] == 0.0f && pe[0][1] == 1.0f);

// x += the encoding of `position`
void add_position(std::array<float, pe_d_model> &x, std::size_t position) {
    const auto &row = pe.at(position);
    std::transform(row.begin(), row.end(), x.begin(), x.begin(), std::plus<>());
}
/* docs/usage.md */

int main() {
    for (std::size_t s = 0; s < pe.size(); s++) {
        std::array<float, pe_d_model> x{};
        add_position(x, s);
        for (std::size_t j = 0; j < x.size(); j++)
            near(x[j], entry(int(s), int(j), int(pe_d_model)), HALF_ULP);
    }
    return wrong != 0;
}
