// Annotations and conditions in places where the grammar has none.
#include "gear/annotated.h"

namespace gear {
GEAR_NAMESPACE_BEGIN

Watcher::Watcher(Mode mode)
    : sink_(this), running_(false) {
  if (mode == Mode::kEager) {
    start();
  }
}

Watcher::Idle::Idle() = default;
Watcher::~Watcher() = default;

void UpdateVLevels(std::string_view levels)
    GEAR_LOCKS_EXCLUDED(mutex, GetMutex()) {
  apply(levels);
}

bool IsReady(void*) GEAR_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
  return ready;
}

constexpr Ratio::operator bool() const { return top_ || bottom_; }
constexpr Ratio::operator signed char() const { return static_cast<signed char>(top_); }
inline Builder::operator gear::Status() && { return status_; }

template <typename T, typename... Args>
GEAR_ATTRIBUTE_NONNULL(1)
void Place(void* at, Args&&... args) {
  new (at) T(std::forward<Args>(args)...);
}

void GEAR_TARGET_CRYPTO Hasher::Absorb(const void* seed, int size) {
  mix(seed, size);
}

inline void *GEAR_ATTRIBUTE_ALWAYS_INLINE first_page() {
  return pages;
}

template <typename T, typename A = std::allocator<T>>
class GEAR_ATTRIBUTE_WARN_UNUSED Ring {
 public:
  Ring(Ring&& other) noexcept(
      is_nothrow<A>::value || std::is_nothrow_move_constructible<T>::value)
      : store_(std::move(other.store_)) {
    if (is_relocatable<T>::value && std::is_same_v<A, std::allocator<T>>) {
      store_.Take(other.store_);
    }
  }
  GEAR_ATTRIBUTE_NOINLINE ~Ring() noexcept {
    clear();
  }

  template <typename V, typename std::enable_if<
                            conjunction<negation<std::is_pointer<V>>,
                                        negation<is_ring<V>>>::value,
                            int>::type = 0>
  GEAR_EXPLICIT operator V() const {
    return V(store_);
  }

  template <typename V>
#if defined(GEAR_CPP_14)
  constexpr
#endif
  V get() const {
    GEAR_TRY {
      return V(store_);
    }
    GEAR_INTERNAL_CATCH (std::out_of_range&) {
      return V();
    }
  }

  operator ::testing::Matcher<T>() const { return Any(); }

 private:
  Store<T> store_;
};

GEAR_THREAD_LOCAL Sample next_sample = {0, 0};
inline GEAR_TARGET_CRYPTO const gear::Word* FeistelRound(int round) {
  return words[round];
}

class Lock {
 public:
  [[deprecated("take a reference")]] GEAR_REFACTOR_INLINE
  explicit Lock(Mutex* mutex, const Condition& condition)
      GEAR_EXCLUSIVE_LOCK_FUNCTION(mutex)
      : Lock(*mutex, condition) {}
};

static
    const Table kTable = {1, 2};

GEAR_NAMESPACE_END
}  // namespace gear

GEAR_SUPPRESS_WARNING_PUSH
GEAR_SUPPRESS_WARNING(4189)

TEST_CASE("turns" * doctest::skip()) {
  EACH (ring) {
    ring.turn();
  }
}
