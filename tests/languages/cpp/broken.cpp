// An unfinished edit leaves the other functions as they are.
int first() { return 1; }

int unfinished(int a) {
  if (a > (1 {
  items.
}

int third() { return 3; }

void app::Box::fourth() { first(); }
