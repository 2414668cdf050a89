'use client';

import { forwardRef, type ReactNode, useMemo } from 'react';
import styles from './Table.module.css';

export interface Column<T> {
  key: keyof T;
  render?: (row: T) => ReactNode;
}

type Props<T> = { rows: T[]; columns: Column<T>[] } & React.HTMLAttributes<HTMLTableElement>;

/** A table of anything. */
export function Table<T extends { id: string }>({ rows, columns, ...rest }: Props<T>): JSX.Element {
  const sorted = useMemo(() => [...rows].sort(), [rows]);
  function cell(row: T, column: Column<T>) {
    return <td key={String(column.key)}>{column.render?.(row) ?? String(row[column.key])}</td>;
  }
  return (
    <table className={styles.table} {...rest}>
      {sorted.map((row) => (
        <Table.Row<T> key={row.id} row={row}>{columns.map((c) => cell(row, c))}</Table.Row>
      ))}
    </table>
  );
}

Table.Row = ({ children }: { children: ReactNode }) => <tr>{children}</tr>;

export const Input = forwardRef<HTMLInputElement, { label: string }>(function Input({ label }, ref) {
  return <input aria-label={label} ref={ref} />;
});

export class Boundary extends React.Component<{ fallback: ReactNode }, { failed: boolean }> {
  state = { failed: false };
  static getDerivedStateFromError() { return { failed: true }; }
  override render() { return this.state.failed ? this.props.fallback : <>{this.props.children}</>; }
}

export default function Page({ params }: { params: { id: string } }) {
  return <Boundary fallback={<Spinner />}><Table<Row> rows={[]} columns={[]} /></Boundary>;
}
