struct Basket {
    func first() -> Int { 1 }

    func unfinished(x: Int {
        let y = [1, 2
    }

    func last() -> Int { 2 }
}

func after() -> Int { 3 }
