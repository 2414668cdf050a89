// Macros that the grammar does not know.
class SHARED_LIB Engine : public Base { public: void spin(); Q_OBJECT };

LIB_NAMESPACE_BEGIN

/// A window.
class LIB_EXPORT Window final : public QWidget
{
  Q_OBJECT
  Q_PROPERTY(int width READ width)

public:
  /// Shows it.
  LIB_NODISCARD_ATTRIBUTE
  bool show();
  LIB_API void hide() noexcept;

public slots:
  void closeLater();

private:
  int width_ LIB_GUARDED_BY(mutex_);
};

LIB_EXPORT int api_call(const char* _Nonnull name);

TEST(WindowTest, Shows) {
  EXPECT_TRUE(Window().show());
}

TEST_F(WindowTest, Hides)
{
  ASSERT_EQ(1, 1);
}

TEST_CASE("a window closes", "[window]") {
  SECTION("later") { REQUIRE(true); }
}

LIB_NAMESPACE_END
