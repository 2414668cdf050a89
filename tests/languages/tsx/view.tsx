import React, { useState } from "react";

export abstract class Shape { abstract area(): number; label(): string { return "s"; } }

interface Props<T> { items: T[]; onPick?: (item: T) => void }

/** Shows a list. */
export const List = <T,>({ items, onPick }: Props<T>) => {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = useCallback(() => { setOpen(!open); }, [open]);
  return <Panel.Body onClick={toggle}>{items.map((i) => <Row item={i} />)}<br/></Panel.Body>;
};
