/* Nothing here is a definition but main. */
int main(void)
{
  int local = 1;
  int declared(int);
  char *text = "int fake(void) { return 0; }";
  /* int commented(void) {} */
  // struct nothing { int x; };
  struct stat st;
  int (*pointer)(int) = declared;
  if (local) while (text) switch (st.mode) { case 1: break; }
  sizeof(local);
  return pointer(local);
}
