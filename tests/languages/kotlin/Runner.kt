package shop

/**
 * Runs something.
 */
fun interface Runner {
    fun run()
}

/** A runner of [block]. */
inline fun Runner(crossinline block: () -> Unit): Runner =
    object : Runner {
        override fun run() {
            block()
        }
    }
