// Pointers that say whether they may be null.
namespace shop {

class SHOP_SCOPED_LOCKABLE [[nodiscard]] Holder {
 public:
  explicit Holder(Mutex* shop_nonnull mu) SHOP_EXCLUSIVE_LOCK_FUNCTION(mu)
      : mu_(mu) {}
  static Rep* shop_nullable Find(int key);

 private:
  shop_nonnull std::unique_ptr<Mutex> mu_;
};

SHOP_CONST_INIT SHOP_DLL const std::array<char, 2> kNone{{'a', 'b'}};

void outer::free_function(int a) {}

}  // namespace shop
