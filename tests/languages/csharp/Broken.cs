class Broken
{
    void First() { One(); }

    void Unfinished(int a)
    {
        items.
    }

    void Third() { Three(); }
}
