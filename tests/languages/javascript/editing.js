/* Prices. */
import { round } from "./money";

const RATE = 0.2;

// with tax
export function gross(net) {
  return round(net * (1 + RATE));
}

export function editing(order, {
  const lines = order.lines.


export function net(gross) {
  return round(gross / (1 + RATE));
}

class After {
  method() { return gross(1); }
}
