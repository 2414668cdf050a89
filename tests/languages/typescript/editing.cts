"use client";
// Hooks that are being edited.
import { useState } from "react";

export function useBefore(): number {
  const [n] = useState<number>(0);
  return n;
}

export class Form {
  name = "";

  submit(event: Event {
    this.send(event.
  }

  reset(): void { this.name = ""; }
}

export const after = (f: Form): void => f.reset();

interface Later { ok: boolean }
