// Options by a macro each, and locals in the branches of a test.

typedef enum {
  OPTION(OPT_PROXY, TYPE_STRING, 4),
#define OPT_A 1
  /* the port */
  OPTION(OPT_PORT, TYPE_LONG, 5),
  OPTIONDEPRECATED(OPT_OLD, TYPE_LONG, 6,
     7, "use the other"),
  OPT_LAST
} option;
TEST_IMPL(reads) {
#ifdef _WIN32
  HANDLE readh, writeh;
#else
  int fds[2];
#endif
  return 0;
}
