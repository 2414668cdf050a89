// Functions that macros make, attribute macros, and branches of the preprocessor.

EXPORT_API(int) open_box(const char*p){return p!=0;}

DEFINE_CMD(reload){return 3;}

#define TWICE(x) \
  /* note */ ((x)*2)

static int plain(void){return open_box("");}

TEST_IMPL(tcp_open) {
  ASSERT(open_box("x"));
}

MODULE_LICENSE("MIT");
REGISTER_ALL(plain, open_box, 3 + 4)

/* Both variants are kept. */
#if defined(_WIN32)
int wait_ms(int ms) { return Sleep(ms); }
#else
int wait_ms(int ms) { return usleep(ms * 1000); }
#endif

/* Fragments: each branch opens the same brace. */
#ifdef WIDE
int measure(wchar_t *s) {
#else
int measure(char *s) {
#endif
  return length(s);
}

#if 0
this is prose, not { code
int never(void) { return 0; }
#endif

int guarded(int a)
{
  if (a
#ifdef STRICT
      && check(a)
#endif
  ) {
    return 1;
  }
  return 0;
}

NOINLINE static int hinted(int *RESTRICT p) { return *p; }
