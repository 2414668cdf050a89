#!/usr/bin/env ruby
# -*- coding: utf-8 -*-
class Broken
  def before; 1; end

  def unfinished(a
    if a

  def after
    2
  end
end

module Outer::Inner
  extend self
  VERSION = "1.0".freeze

  def helper(x = "# no comment") # :nodoc:
    text = <<~EOS
      def not_a_method
      end
    EOS
    text
  end

  class Error < StandardError # :nodoc:
    def initialize(msg = "x")
      super
    end
  end

  included do
    has_many :things
  end
end

def Outer.build(*args, **opts, &block)
  new(*args)
end

obj = Object.new
def obj.single
  1
end

Foo::Bar.new(1).run { |x| x&.call }
LIST = %w[a b]
A, B = 1, 2
