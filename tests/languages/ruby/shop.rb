#!/usr/bin/env ruby
# Command line of the shop.
require "optparse"
require "json"

autoload :Server, "shop/server"

$verbose = false
OPTIONS = { format: :text }

def usage
  puts <<~TEXT
    usage: shop COMMAND
    def not_a_method
      end
  TEXT
end

parser = OptionParser.new do |opts|
  opts.on("-v") { $verbose = true }
end

commands = {
  list: ->(args) { Shop::Cart.all.each { |cart| puts cart } },
  help: method(:usage),
}

module Shop
  class Error < StandardError
    def initialize(msg = "shop failed") = super
  end

  class Missing < Error; end

  def self.root = File.expand_path("..", __dir__)

  module Refinements
    refine String do
      def to_cart = Cart.parse(self)
    end
  end

  module_function

  def env
    ENV.fetch("SHOP_ENV") { "development" }
  end
end

class Shop::Cart::Line
  def total = price * count
end

begin
  commands.fetch(ARGV.shift&.to_sym || :help).call(parser.parse!(ARGV))
rescue KeyError => e
  abort e.message
ensure
  $stdout.flush
end
