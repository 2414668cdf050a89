package shop

class Basket {
    fun first() = 1

    fun unfinished(x: Int {
        val y = (1 +
    }

    fun last() = 2
}

fun after() = 3
