describe("stack", function()
  local stack

  before_each(function()
    stack = require("stack").new()
  end)

  it("pushes", function()
    assert.are.equal(1, stack:push(1))
  end)

  describe("when full", function()
    it('refuses "more"', function() stack:push(1) end)
    pending("nothing yet")
  end)
end)

describe(name, function() end)
