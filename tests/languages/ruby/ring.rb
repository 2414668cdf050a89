# A ring buffer.
#
# Drops the oldest.
class Ring
  include Enumerable
  include Comparable

  Full = Class.new(StandardError)
  Point = Struct.new(:x, :y) do
    def +(other) = Point.new(x + other.x, y + other.y)
  end
  Size = Data.define(:width, :height)

  VERSION = "1.0"
  DEFAULTS = {
    size: 16,
    drop: true,
  }.freeze

  attr_reader :size, :items
  attr_writer :name

  @@count = 0
  @limit = 10

  # Makes a full one.
  def self.of(*items, size: items.size, **options, &block)
    new(size).tap { |ring| items.each { |item| ring << item } }
  end

  def initialize(size = DEFAULTS[:size])
    super()
    @size = size
    @items = []
  end

  def <<(item)
    raise Full, "full" if full? && !DEFAULTS[:drop]

    @items.shift if full?
    @items.push(item)
    self
  end

  def [](at) = @items[at]

  def []=(at, item)
    @items[at] = item
  end

  def full? = @items.size >= @size
  def clear! = @items.clear
  def -@ = self.class.new(size)
  def <=>(other) = size <=> other.size
  def ==(other) = other.is_a?(Ring) && items == other.items

  def each
    return enum_for(:each) unless block_given?

    items.each { |item| yield item }
  end

  alias length size
  alias_method :push, :<<

  %w[first last].each do |name|
    define_method(name) { items.public_send(name) }
  end

  def method_missing(name, ...) = items.respond_to?(name) ? items.send(name, ...) : super

  def respond_to_missing?(name, include_private = false)
    items.respond_to?(name, include_private) || super
  end
end
