// No symbols besides run and the type in it.
void run() {
  int local = 1;
  std::string text("class Fake { void method(); };");
  const char* raw = R"x(
struct InRaw { int a; };
#define IN_RAW 1
)x";
  Guard lock(mutex);
  for (auto& item : items) { if (item) continue; }
  struct Local { int field; };
  /* void commented() {} */
  switch (local) { default: break; }
  throw std::runtime_error(text);
}
using namespace std;
using std::swap;
