// Definitions outside the class.
#include "box.h"

namespace gear {
namespace {

int hidden(int a) { return a; }

}  // namespace

void Box::turn(int k){ k++; }
Box::~Box(){}
Box::Box() : Shape(0), size_(hidden(1)) {}

bool Box::operator==(const Box& other) const { return size_ == other.size_; }
Box::operator std::string() const { return ""; }

template<class T> T Pool<T>::take(){ return T(); }
template <class T>
int Pool<T>::count = 0;

}

namespace a::b {
int nested = 1;
}

bool operator==(const gear::Box&a,const gear::Box&b){return true;}

std::ostream& operator<<(std::ostream& out, const gear::Box& box) { return out << box.size(); }

int gear::Box::size_of(const std::vector<int>& v) { return static_cast<int>(v.size()); }

static auto twice = [](int x) { return x * 2; };

auto later() -> std::unique_ptr<gear::Box> {
  auto make = [&](int n) { return std::make_unique<gear::Box>(n); };
  return make(3);
}

extern "C" int c_entry(int argc) { return argc; }

extern "C" {
void c_callback(void) {}
int c_declared(int);
}

int main() {
  gear::Box b;
  gear::Box sized{3};
  b.turn(1);
  auto* p = new gear::Box(2);
  p->visit<int>(twice);
  gear::v2::stable(4);
  delete p;
}
