#!/usr/bin/env lua
--- Stacks of values.
-- More.
local M = {}
M.__index = M

local util = require("my.util")
local ok, json = pcall(require, "cjson")
local LIMIT, count <const> = 10, 2
local s, t
M.VERSION = "1.0"
M.debug = false
total = 0

--- Makes one.
-- @param n size
function M.new(n)
  local self = setmetatable({}, { __index = M })
  -- a comment
  self.size = n
  self.tick = function() return n end
  return self
end

--[[
Pushes v.
]]
function M:push(v)
  self.items[#self.items + 1] = v
  util.log("x"):flush()
  self:check(v)
end

function M.a.b:c(x) foo(x) end

local function helper(a)
  local function inner() end
  local cb = function(y)
    return y
  end
  return inner, cb
end

M.alias = function(x) return x end
M["odd name"] = function() end
local short = function(...) end

-- Defaults.
M.defaults = {
  width = 10,
  colours = { "red" },
  on_open = function(self)
    self.render()
  end,
  ["close all"] = function() end,
  nested = {
    deep = function() end,
    list = { 1, 2 },
  },
  function() end,
}

local Animal = class("Animal", lib.Base)
local Dog = Animal:extend()
local d = Dog.new(3)
local e = Dog("x")

local tricky = '--[==['
local other = [==[ ]] --[[ ]==]

function after() return 1 end

vim.keymap.set("n", "x", function() after() end)

return M
