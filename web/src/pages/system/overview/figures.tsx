import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** A few numbers, each with a note. */
export function Figures({
  figures,
}: {
  figures: { title: string; value: string; note?: ReactNode; bad?: boolean }[];
}) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ title, value, note, bad }) => (
        <div key={title} className={classes.figure}>
          <dt>{title}</dt>
          <dd className={classes.value}>{value}</dd>
          {note && (
            <dd className={classes.note} {...(bad && { 'data-bad': true })}>
              {note}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
