@file:JvmName("Carts")

/*
 * Copyright 2024 The Authors
 */
package shop.cart

import shop.model.*
import shop.model.Item as Line
import kotlin.math.max

const val MAX = 50
private val log: Logger by lazy { logger() }
val (low, high) = bounds()

/** Text as it stands in a URL. */
val String.slug: String
    get() = lowercase().replace(' ', '-')

var threshold: Int = 3
    private set

typealias Visitor<T> = (T) -> Unit

/**
 * Items and their total, see [Line].
 *
 * @param T kind of item
 */
@Serializable
@Suppress("unused")
open class Cart<T : Any>(
    val id: Int,
    private var items: List<T> = emptyList(),
    seed: Int,
) : Base<T>(id), Countable by counter, model.Sellable {

    val total: Int
        get() {
            return items.sumOf { it.hashCode() }
        }
    @Inject lateinit var store: Store<T>

    init {
        require(id > 0) { "id" }
    }

    constructor(text: String) : this(text.toInt(), listOf(), 1) {
        log.info(text)
    }

    @Throws(IOException::class)
    override suspend fun add(item: T, vararg more: T): Unit {
        items += item
        store.save(item)?.also { it.flush() }
        Line(1).apply { touch() }
        super.add(item, *more)
        val found = items.filter(::isNew).map(Line::name)
        found shouldBe empty
    }

    operator fun plus(other: Cart<T>) = Cart<T>(1, items + other.items, 0)

    internal inline fun <reified R> List<T>.only(): List<R> = filterIsInstance<R>()

    protected abstract fun close()

    /** Where carts come from. */
    companion object {
        const val KIND = "cart"

        @JvmStatic
        fun of(vararg ids: Int): Cart<Int> {
            fun one(id: Int) = id
            return Cart(one(ids[0]), listOf(), 0)
        }
    }

    inner class Walk {
        fun next() = Unit
    }
}

enum class State(val code: Int) : Labelled {
    OPEN(1) {
        override fun next() = PAID
    },
    PAID(2);

    abstract fun next(): State
}

sealed interface Event {
    data object Done : Event
    data class Failed(val error: Throwable) : Event
}

fun interface Check {
    fun test(cart: Cart<*>): Boolean
}

annotation class Audited(val by: String)

@JvmInline
value class Money(val cents: Long)

object Registry : Base<Int>(0) {
    private val all = mutableListOf<Cart<*>>()

    val listener = object : Listener {
        override fun on(event: Event) = handle(event)
    }

    fun register(cart: Cart<*>) {
        all.add(cart)
    }
}

class Factory {
    companion object Default : Maker {
        fun make() = Factory()
    }
}

fun <K, V> Map.Entry<K, V>?.describe(): String = "$this"

fun <T> pick(from: List<T>): T
    where T : Comparable<T>, T : Any {
    return from.first()
}

expect fun platform(): String
