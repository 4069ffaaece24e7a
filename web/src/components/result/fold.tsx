import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './result.module.css';

/** A part of the page that is closed until it is asked for. */
export const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={classes.fold}>
    <summary>
      <ChevronRight size={16} aria-hidden="true" />
      <h2>{title}</h2>
    </summary>
    <section className={classes.folded} aria-label={title}>
      {children}
    </section>
  </details>
);
