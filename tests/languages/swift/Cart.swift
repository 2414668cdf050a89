// Copyright 2024 The Authors

import Foundation
@testable import Shop
import struct Shop.Line

/// Items and their total.
///
/// More text.
/// - Parameter T: kind of item
@available(iOS 13, *)
@MainActor
public final class Cart<T: Codable>: Base<T>, Countable, Shop.Sellable where T: Sendable {
    public static let empty = Cart()
    private(set) var items: [T] = [], count = 0
    @Published var name: String?
    lazy var format: () -> String = { "" }

    /// What all items cost.
    var total: Int {
        items.reduce(0) { $0 + $1.price }
    }

    var limit: Int = 0 {
        didSet { refresh() }
    }

    public init(_ store: Store, limit: Int = 1) throws {
        self.limit = limit
        super.init(store: store)
    }

    required init?(text: String) {
        return nil
    }

    deinit {
        store.close()
    }

    // MARK: - Changing

    /// Adds an item.
    @discardableResult
    open override func add<U>(_ item: T, to other: inout U) async throws -> Self {
        let line = Line(item)
        try await store.save(line).flush()
        Shop.Registry.shared.register(self)
        delegate?.changed()
        if let found = try await load(line) {
            report(found as? Line)
        }
        return .init()
    }

    static func == (left: Cart, right: Cart) -> Bool {
        left.total == right.total
    }

    subscript(index: Int) -> T {
        get { items[index] }
        set { items[index] = newValue }
    }

    public enum State: String, CaseIterable {
        case open = "o", paid
        indirect case merged(State, by: Int)

        var label: String { rawValue.capitalized }
    }

    typealias Visitor = (T) -> Void
}

/// Can be counted.
public protocol Countable: AnyObject, Sized {
    associatedtype Item: Codable
    var count: Int { get }
    func visit(_ visitor: (Item) -> Void)
    init(of items: [Item])
    static func make() -> Self
}

// MARK: Countable

public extension Cart: Countable, Hashable where T == Int {
    func visit(_ visitor: (T) -> Void) {
        items.forEach(visitor)
    }

    private var sum: Int {
        items.reduce(0, +)
    }

    struct Key {
        let id: Int
    }
}

extension Array.Index {
    func next() -> Self { self + 1 }
}

actor Bank {
    nonisolated func open() {}

    func deposit(_ amount: consuming sending Money) async {
        func log() { print(amount) }
        log()
    }
}

infix operator <>: AdditionPrecedence

func <> (left: Cart<Int>, right: Cart<Int>) -> Cart<Int> {
    left
}

fileprivate let fallback = Cart<Int>()
var (low, high) = (1, 2)

@main
struct ShopApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView(cart: fallback)
        }
    }
}
