"""An edit in progress."""


def before(a):
    return a + 1


def editing(x, (:
    return


class After:
    def method(self):
        return before(2)


def last():
    return After()
