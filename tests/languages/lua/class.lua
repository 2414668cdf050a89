--[[
  Classes with inheritance.
  Version 2.
]]

---@class Animal
---@field name string
local Animal = {}
Animal.__index = Animal
Animal.count = 0

---Makes an animal.
---@param name string
---@return Animal
function Animal.new(name)
  Animal.count = Animal.count + 1
  return setmetatable({ name = name }, Animal)
end

function Animal:speak() error("abstract") end

function Animal.__tostring(self)
  return "Animal(" .. self.name .. ")"
end

Animal.__eq = function(a, b) return a.name == b.name end

local Dog = setmetatable({}, { __index = Animal, __call = function(cls, ...) return cls.new(...) end })
Dog.__index = Dog

function Dog.new(name)
  local self = Animal.new(name)
  return setmetatable(self, Dog)
end

function Dog:speak()
  Animal.speak(self)
  print [[woof]]
  print "loud"
end

local Cat = class("Cat", Animal)
function Cat.static.create() return Cat("tom") end

local zoo = {
  animals = { Dog("rex"), Cat "tom" },
  feed = function() end,
  nested = { deep = { call = function() return 1 end } },
}

global_counter = 0
function global_function() goto done; ::done:: end

return { Animal = Animal, Dog = Dog, make = function(kind) return kind.new() end }
