package shop

class Basket {
  def first = 1

  def unfinished(x: Int) = {
    val y = x.
  }

  def last = 2
}

object After { def after = 3 }
