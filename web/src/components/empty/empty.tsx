import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

/** The empty state of a page, with a button to create the first entry. */
export function Empty({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={classes.empty}>
      <div className={classes.icon}>
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      </div>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
