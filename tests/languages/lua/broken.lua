local function before() return 1 end

local function unfinished(a
  if a then

function M.after(x)
  return x
end

-- a comment with "quotes and --[[ in it ]]
local quoted = "--[==["

-- ]==]
function last()
  return 2
end
