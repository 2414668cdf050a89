-- Requests of the shop, for OpenResty.
local cjson = require "cjson.safe"
local store = require("shop.store")
local ngx_log, ERR = ngx.log, ngx.ERR
local setmetatable <const> = setmetatable

local _M = { _VERSION = "0.1" }
local mt = { __index = _M }

local PAGE_SIZE <const> = 50
local METHODS = {
  GET = function(self) return self:show() end,
  POST = function(self, body)
    return self:create(cjson.decode(body))
  end,
  ["x-list"] = store.list,
}

--- Makes a handler.
-- @param opts options
-- @treturn table
function _M.new(opts)
  local self = setmetatable({ opts = opts or {} }, mt)
  self.on_close = function() store.close(self) end
  return self
end

function _M:show()
  local id = tonumber(ngx.var.arg_id)
  local cart, err = store.find(id)
  if not cart then
    ngx_log(ERR, "no cart: ", err)
    return ngx.exit(404)
  end
  ngx.say(cjson.encode(cart))
end

_M.create = function(self, body)
  local function check(line) return line.sku ~= nil end
  for _, line in ipairs(body.lines) do
    assert(check(line), "line without sku")
  end
  return store.save(body)
end

function _M.handle(self)
  local run = METHODS[ngx.req.get_method()]
  return pcall(run, self)
end

local function private_helper(...) return select("#", ...) end

return _M
