int first(void) { return 1; }

int unfinished(int a {
  return (a +

int third(void) { return 3; }

int fourth(void) { return first(); }
