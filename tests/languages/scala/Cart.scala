/*
 * Copyright 2024 The Authors
 */
package io.shop
package cart

import cats.effect.{IO, Sync => S}
import io.shop.model.Line
import io.shop.syntax._
import scala.util
import model._

/** Items and their total, see [[model.Line the line]].
  *
  * @param id the number
  */
@deprecated("old", "1.0")
final case class Cart[A <: Ordered[A]](id: Int, private val items: List[A], var note: String = "")(implicit s: S[IO])
    extends Base[A](id)
    with Countable
    with model.Sellable {

  val total: Int = items.map(_.price).sum
  lazy val low, high = 1
  private[this] var store: Option[Store] = None
  type Out = List[A]

  def this(text: String) = this(text.toInt, Nil)

  // format: off
  override protected def add(item: A)(implicit ctx: Ctx): Unit = {
    store.foreach(_.save(item))
    new Line(1)
    Line(2)
    items foreach visit
    super.add(item)
    def inner(n: Int) = n
    inner(3)
    decode[Int](item)
  }

  def +(other: Cart[A]): Cart[A] = copy(items = items ++ other.items)

  private[shop] def clear() { items.clear() }

  implicit val encoder: Encoder[A] = new Encoder[A] with Named {
    def apply(value: A) = value.asJson
  }

  implicit class Rich(val text: String) extends AnyVal {
    def slug = text.trim
  }
}

object Cart extends App {
  final val Max = 50
  val (a, b) = (1, 2)
  def apply(text: String): Cart[Int] = new Cart(text)
  object Nested { val x = "def fake = 1" }
}

sealed trait Shape {
  def area: Double

  // def commented: Int

  val name: String

  final def scaled(by: Double): Double =
    area * by

  /** Twice the area. */
  final def doubled: Double = scaled(2)
}
case object Square extends Shape
class Plain(hidden: Int, val shown: Int)

package object util {
  type Id = Int
  def next(id: Id): Id = id + 1
}

package inner {
  class In
}
