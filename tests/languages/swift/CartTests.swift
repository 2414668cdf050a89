import Testing
#if canImport(XCTest)
import XCTest
#endif

@Suite("Cart")
struct CartTests {
    @Test("adds items", arguments: [1, 2])
    func adds(_ count: Int, location: SourceLocation = #_sourceLocation) async throws {
        let text = "func fake() { }"
        #expect(try await load(text) == count)
    }

    // func commented() {}

    func `raw name`() {}

    #if DEBUG
    func trace() {}
    #else
    func trace(quiet: Bool) {}
    #endif
}

final class CartSpec: QuickSpec {
    override class func spec() {
        describe("a cart") {
            it("is empty") {
                expect(cart).to(beEmpty())
            }
        }
    }
}

@freestanding(expression)
macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "M", type: "Stringify")
