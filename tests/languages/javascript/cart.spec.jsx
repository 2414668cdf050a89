import { render } from "testing";

describe("cart", () => {
  beforeEach(() => setup());
  it("adds", async () => { expect(1).toBe(1); });
  it.each([1])("n %d", (n) => {});
  describe('when empty', function () {
    test(`shows nothing`, () => render(<Cart.Empty/>));
  });
});

const View = memo(function View(props) {
  return <div><Item x={1}/><List>{props.items}</List></div>;
});
