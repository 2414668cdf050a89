package shop

/** Says how full it is. */
fun level(x: Int): String = when (x) {
    in 0..<10 -> "low"
    in 10..20 -> "medium"
    !in 0..99 -> "out"
    else -> "high"
}

class Pool(private val executor: Executor) {
    val own = object : Executor by executor {
        fun twice() = 2
    }

    fun after() = level(3)
}

class Wrapped<T>(inner: List<T>) : List<T> by inner {
    val cached: Int by lazy { size }

    fun last() = cached
}
