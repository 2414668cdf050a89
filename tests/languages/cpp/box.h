#pragma once
#include <vector>
#include "base/shape.h"

namespace gear {

class Fwd;

/// A box that turns.
///
/// More about it.
class Box : public Shape, private virtual base::Counted<Box> {
 public:
  using Value = int;
  typedef std::vector<Value> Values;
  enum Mode { SLOW, FAST = 2 };
  enum class Axis : char { X, Y };
  static constexpr int kSides = 6;

  Box();
  explicit Box(int size) : Shape(size), size_(size) {}
  Box(const Box&) = delete;
  virtual ~Box();

  void turn(int);
  [[nodiscard]] int size() const noexcept { return size_; }
  virtual void draw() const = 0;
  bool operator==(const Box& other) const;
  operator bool() const { return size_ > 0; }
  explicit operator std::string() const;
  int& operator[](int i);
  template <class T> void visit(T&& visitor) { visitor(*this); }

  friend class Lid;
  friend void swap(Box& a, Box& b) { std::swap(a.size_, b.size_); }

 protected:
  int depth_ = 0, *cursor_;

 private:
  struct Part { int weight; };
  union { int raw; float real; };
  int size_;
  int (*callback_)(int);
};

/** A pool of things. */
template <class T>
struct Pool {
  T take();
  static int count;
};

template <>
struct Pool<bool> {
  bool take();
};

template <typename T>
concept Small = sizeof(T) <= 8;

template <class T> using List = std::vector<T>;

inline namespace v2 {
int stable(int a);
}

}  // namespace gear
