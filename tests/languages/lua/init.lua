#!/usr/bin/env lua
-- Settings of the editor.
local map = vim.keymap.set
vim.g.mapleader = " "
vim.opt.number = true

if vim.fn.has("nvim-0.9") == 1 then
  vim.loader.enable()
else
  function vim.tbl_count(t)
    local n = 0
    for _ in pairs(t) do n = n + 1 end
    return n
  end
end

map("n", "<leader>w", function()
  vim.cmd.write()
end, { desc = "Save" })

vim.api.nvim_create_autocmd("BufWritePre", {
  pattern = "*.lua",
  callback = function(args)
    require("format").run(args.buf)
  end,
})

local ok, telescope = pcall(require, "telescope")
if ok then telescope.setup({ defaults = { layout = "flex" } }) end

return {
  { "folke/lazy.nvim", config = function() require("lazy").setup {} end },
  { "nvim-lua/plenary.nvim" },
}
