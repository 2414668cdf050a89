#pragma once
/// \file
/// \brief A ring buffer of anything.
#include <array>
#include <concepts>

namespace shop::util {

template <typename T>
concept Printable = requires(T t, std::ostream& out) { { out << t } -> std::same_as<std::ostream&>; };

template <class T, std::size_t N = 16>
  requires std::movable<T>
class Ring final : public Base<T>, private detail::Storage<T, N> {
public:
    using value_type = T;
    using Base<T>::size;
    static constexpr std::size_t capacity = N;
    enum class Policy : std::uint8_t { Drop, Throw };

    class iterator {
    public:
        iterator& operator++() { ++at_; return *this; }
        T& operator*() const;
        friend bool operator==(const iterator& a, const iterator& b) = default;

    private:
        std::size_t at_ = 0;
    };

    Ring() = default;
    explicit Ring(Policy policy) noexcept : policy_{policy}, items_{} {}
    Ring(const Ring&) = delete;
    Ring(Ring&& other) noexcept;
    ~Ring() override { clear(); }

    /// Adds one.
    /// \throws Full
    template <typename... Args>
    T& emplace(Args&&... args) {
        if (full()) throw Full("full");
        return items_[end_++ % N] = T(std::forward<Args>(args)...);
    }

    [[nodiscard]] bool full() const noexcept { return end_ - begin_ == N; }
    operator bool() const { return !full(); }
    auto operator<=>(const Ring&) const = default;

protected:
    virtual void on_drop(const T& item) = 0;

private:
    Policy policy_ = Policy::Drop;
    std::array<T, N> items_;
    std::size_t begin_ = 0, end_ = 0;
};

template <class T, std::size_t N>
T& Ring<T, N>::iterator::operator*() const { return ring_->items_[at_]; }

template <> class Ring<bool, 1> {};
template <class T> using Small = Ring<T, 4>;
template <class T> inline constexpr bool is_ring_v = false;
extern template class Ring<int>;

template <class It> auto sum(It a, It b) -> typename It::value_type { return std::accumulate(a, b, 0); }

}  // namespace shop::util
