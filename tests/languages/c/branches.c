#include "config.h"
#if defined(_WIN32) && !defined(__CYGWIN__)
#  include <windows.h>
typedef HANDLE file_t;
static file_t open_file(const wchar_t *path) {
    return CreateFileW(path, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
}
#elif defined HAVE_OPEN64
typedef int file_t;
static file_t open_file(const char *path) { return open64(path, O_RDONLY); }
#else
typedef int file_t;
static file_t open_file(const char *path) { return open(path, O_RDONLY); }
#endif

#ifdef DEBUG
static int depth = 0;
# define TRACE(...) trace(__FILE__, __LINE__, __VA_ARGS__)
#else
# define TRACE(...) ((void)0)
#endif

int copy(const char *from
#ifdef HAVE_FLAGS
         , unsigned flags
#endif
         )
{
    TRACE("copy %s", from);
#if 0
    this is not C at all; it's prose {
#endif
    if (from) {
#ifdef FAST
        if (fast_copy(from)) {
#else
        if (slow_copy(from)) {
#endif
            return 1;
        }
    }
    return 0;
}

#ifdef __cplusplus
extern "C" {
#endif
int exported(void) { return copy("a"); }
#ifdef __cplusplus
}
#endif
