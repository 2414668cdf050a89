---@meta

---@alias Mode "n"|"v"

--- What a plugin is.
---@class (exact) my.Plugin: my.Base
---@field name string
local Plugin = {}

---@param mode Mode
---@return my.Plugin
function Plugin.new(mode) return setmetatable({}, Plugin) end

-- ---@class Not one
