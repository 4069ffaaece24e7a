import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './options-form.module.css';

/** A group of a long form. It is folded at first, and its heading names the options in it. */
export function LaterGroup({
  heading,
  titles,
  isNeeded,
  isRefused,
  children,
}: {
  heading: string;
  /** The titles of its options. */
  titles: string[];
  /** Whether one of its options has a value, or must be given one. */
  isNeeded: boolean;
  /** Whether the service refused the value of one of its options. */
  isRefused: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [wanted, setWanted] = useState(isNeeded);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  // It opens when it is needed, and stays open when a value is reset.
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    setWanted(true);
  }
  const opened = wanted || isRefused;
  const Chevron = opened ? ChevronDown : ChevronRight;
  return (
    <section className={classes.later} aria-labelledby={id}>
      <UnstyledButton className={classes.fold} aria-expanded={opened} onClick={() => setWanted(!opened)}>
        <Chevron size={14} aria-hidden="true" className={classes.chevron} />
        <span id={id}>{heading}</span>
        {!opened && <span className={`${classes.titles} ellipsis`}>{titles.join(', ')}</span>}
      </UnstyledButton>
      {opened && <div className={classes.unfolded}>{children}</div>}
    </section>
  );
}
