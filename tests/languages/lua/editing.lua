-- Größen, in Latin-1 mit CRLF.
local M = {}

function M.before(a)
  return a
end

function M.editing(cart, 
  if cart.
  for i = 1,
end

function M.after()
  return M.before(1)
end

local function last()
  return M.after()
end

return M
