package shop

import shop.model.{given, *}
import shop.render as draw

enum Color(val rgb: Int) extends java.lang.Enum[Color] derives Eq:
  case Red extends Color(1)
  case Green, Blue
  case Mix(a: Int)

  def hex: String =
    rgb.toHexString
end Color

given order: Ordering[Color] with
  def compare(a: Color, b: Color) = a.rgb - b.rgb

given Show[Color] with
  def show(c: Color) = c.hex

given shows: Show[Int] = Show.of(1)
given [A](using Show[A]): Show[List[A]] = Show.list

extension (text: String)
  def slug: String = text.trim
  def up(n: Int): String =
    text * n

extension [A](xs: List[A]) def second: A = xs(1)

opaque type Id = Long
type Pair[X] = (X, X)
val top = 1
var current: Option[Color] = None

def helper(n: Int)(using Ctx): Int =
  val y = n
  def inner = y + 1
  inner

@main def run(args: String*) = println(helper(1))

trait Able:
  def able: Boolean
  inline def check(inline x: Int): Unit = ${ impl('x) }
