// The service that keeps carts.
#include "service.h"
#include <memory>

using namespace std::chrono_literals;
using std::string;
namespace fs = std::filesystem;

namespace {
constexpr auto kTimeout = 5s;
int instances = 0;

bool valid(const std::string& id) { return !id.empty(); }

struct Closer {
    void operator()(FILE* file) const { std::fclose(file); }
};
}  // namespace

namespace shop {

Service::Service(std::unique_ptr<Store> store, int port)
    : Base(port), store_(std::move(store)), cache_{std::make_shared<Cache>(16)}
{
    ++instances;
}

Service::~Service() = default;

std::optional<Cart> Service::find(std::string_view id) const
{
    if (!valid(string(id))) return std::nullopt;
    auto load = [this, &id](auto&& path) -> Cart {
        return Cart::parse(store_->read(path));
    };
    std::lock_guard<std::mutex> lock(mutex_);
    return load(fs::path(id));
}

template <>
void Service::visit<Cart>(Visitor<Cart>& visitor) { for (auto& c : carts_) visitor(c); }

Service::Iterator Service::begin() { return Iterator{this}; }

Service& Service::operator=(Service&& other) noexcept = default;

int Service::count_ = 0;

std::ostream& operator<<(std::ostream& out, const Service& s) { return out << s.port(); }

}  // namespace shop

extern "C" int shop_main(int argc, char** argv) {
    auto service = new shop::Service{nullptr, 80};
    delete service;
    return static_cast<int>(argc);
}
