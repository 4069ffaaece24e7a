import type { ReactNode } from 'react';
import { moveByArrows } from './move-by-arrows.ts';
import classes from './rows.module.css';

export interface Column {
  title: string;
  /** Numbers are right-aligned; the title of the actions column is only for screen readers. */
  kind?: 'figure' | 'acts';
}

/** A table with lines between its rows. On a phone each row is a block with labelled cells. */
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

/** A cell with its column's title. */
export function Cell({ of: { title, kind }, children }: { of: Column; children: ReactNode }) {
  return (
    <td className={kind && classes[kind]} {...(kind !== 'acts' && { 'data-label': title })}>
      <div>{children}</div>
    </td>
  );
}

/** The first cell of a row: a name and a note. */
export function NameCell({ name, note }: { name: ReactNode; note?: ReactNode }) {
  return (
    <td>
      <span className={classes.name}>{name}</span>
      {note && <span className={classes.note}>{note}</span>}
    </td>
  );
}
