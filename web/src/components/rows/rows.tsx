import type { ReactNode } from 'react';
import { moveByArrows } from './move-by-arrows.ts';
import classes from './rows.module.css';

export interface Column {
  title: string;
  /** Figures stand at the end of their column; acts have no title to see. */
  kind?: 'figure' | 'acts';
}

/** A table with lines between its rows. On a phone each row is a block that says what its cells are. */
export function Rows({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: Column[];
  children: ReactNode;
}) {
  return (
    <table className={classes.rows} aria-label={caption} onKeyDown={moveByArrows}>
      <thead>
        <tr>
          {columns.map(({ title, kind }) => (
            <th key={title} scope="col" className={kind && classes[kind]}>
              {kind === 'acts' ? <span className="hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A cell under a column's title. */
export function Cell({ of: { title, kind }, children }: { of: Column; children: ReactNode }) {
  return (
    <td className={kind && classes[kind]} {...(kind !== 'acts' && { 'data-label': title })}>
      <div>{children}</div>
    </td>
  );
}

/** The first cell of a row: what it is about, and a line on it. */
export function NameCell({ name, note }: { name: ReactNode; note?: ReactNode }) {
  return (
    <td>
      <span className={classes.name}>{name}</span>
      {note && <span className={classes.note}>{note}</span>}
    </td>
  );
}
