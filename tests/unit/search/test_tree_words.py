"""What a tree says of a file without a title: the types in it, not the namespace around them."""
from __future__ import annotations

FILES = {
    "Core/Pipeline.Async.cs": "namespace Shop;\n\npublic partial class Pipeline\n{\n    public int Count { get; }\n    public void Run() { }\n}\n",
    "lib/shop/queue.rb": "module Shop\n  module Jobs\n    LIMIT = 3\n\n    class Queue\n      attr_reader :size\n    end\n\n    def self.clear\n      Queue.new\n    end\n  end\nend\n",
    "lib/flat.py": "LIMIT = 3\n\n\ndef run():\n    return LIMIT\n",
}


def test_namespaces_are_looked_through(code):
    rows = {r.path: r.description for r in code(FILES).engine.tree(depth=4).rows}
    assert rows["Core/Pipeline.Async.cs"] == "Pipeline"
    assert rows["lib/shop/queue.rb"] == "Queue, clear"
    assert rows["lib/flat.py"] == "run"
