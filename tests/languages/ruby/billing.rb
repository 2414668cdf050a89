# frozen_string_literal: true

# Bills and how they are paid.

require "json"
require_relative "../money"
autoload :Helper, "billing/helper"

# All about bills.
module Billing
  RATES = {
    normal: 0.2,
  }.freeze

  # A bill.
  #
  # It is due.
  class Bill < ApplicationRecord
    # the rest is long
    include Comparable
    extend Tools::Finder, Plain
    attr_accessor :total, :due
    attr_reader :id # key
    RATE = 0.1
    @@count = 0

    # Makes one.
    def initialize(total, due: nil)
      super()
      @total = Money.new(total)
      @due = Tools::Date.new(due)
    end

    # Pays it.
    def pay(amount, by: :card, &block) = gateway.charge(amount).tap(&block)

    def self.find(id)
      new(id)
    end

    def Bill.all; []; end

    class << self
      # Counts.
      def count
        @@count
      end

      private

      attr_reader :cache
      def hidden; end
    end

    alias old pay
    alias_method :older, :pay
    define_method(:dyn) { |x| x }
    define_method "named" do |x|
      x
    end
    define_method(:"a_#{b}") { 1 }

    def ==(other)
      total == other.total && Integer("1")
    end

    def total=(value)
      @total = value
    end

    def empty
      # nothing
    end

    private

    def paid?
      due.nil? ? helper : self.class.check!(due)
    end

    attr_writer :secret
    class Inner; end

    protected

    def compare(other); end

    public def shown; end
    private def gone!(x)
      x.y.z 1
    rescue Tools::Failure, Other => e
      raise Failure.new(e)
    end
    memoize def slow
      1
    end
    private_class_method def self.build; end
    private :shown
  end

  class Failure < StandardError; end
  class Tools::Nested < ::Base
  end
  Point = Struct.new(:x, :y) do
    def length
      x + y
    end
  end
  Broken = Class.new(Failure)
end

class Migration < ActiveRecord::Migration[7.0]
  def change
    create_table(:bills) { |t| t.string :name }
  end
end

=begin
Old style doc.
=end
def top_level(a)
  s = "#{a} # not a comment"
end

$registry = {}
Other::LIMIT = 3

module Concern
  extend ActiveSupport::Concern
  class_methods do
    def of_class; 1; end
  end
end
