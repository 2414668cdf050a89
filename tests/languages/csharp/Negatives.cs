// class Commented { void No() {} }
class Negatives
{
    string text = "class Fake { void Method() {} }";
    string verbatim = @"interface ""InText"" { }";
    string raw = """
        record InRaw(int A);
        """;

    void Run()
    {
        int local = 1;
        var item = new { Name = "x" };
        foreach (var i in new[] { 1, 2 }) { if (i > 1) break; }
        goto done;
        done: return;
    }
}
