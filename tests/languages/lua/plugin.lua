return {
  {
    "owner/plugin",
    opts = { a = 1 },
    config = function(_, opts)
      require("plugin").setup(opts)
    end,
  },
  keys = function() end,
}
