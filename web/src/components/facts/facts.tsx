import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

/** Lists facts about one thing, each with its title. Those without a value are left out. */
export const Facts = ({ facts }: { facts: [title: string, value: ReactNode][] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(([, value]) => value)
      .map(([title, value]) => (
        <Fragment key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
