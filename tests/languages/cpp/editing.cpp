// Carts that are being edited.
#include "cart.h"

namespace shop {

void Cart::add(const Line& line) {
    lines_.push_back(line);
}

bool Cart::remove(const std::string& sku
    auto it = std::find_if(lines_.begin(), lines_.end(), [&](auto& l) { return l.
    if (it
}

int Cart::total() const {
    return sum(lines_);
}

class Later {
public:
    int x() const { return 1; }
};

}  // namespace shop

int after() { return shop::Later{}.x(); }
