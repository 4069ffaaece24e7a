import type { Trigger } from '@filemill/client';
import classes from '../../components/state/tone.module.css';
import { When } from '../../components/when/when.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.triggers;

/** Whether a trigger is on, when it starts next, and why it could not the last time. */
export function TriggerState({ trigger: { enabled, nextAt, problem, watch } }: { trigger: Trigger }) {
  if (!enabled) return <span className={classes.quiet}>{words.paused}</span>;
  if (problem) return <span className={classes.bad}>{words.failing}</span>;
  if (watch)
    return (
      <span>
        <span className={classes.good}>{words.watching}</span>
        {nextAt && (
          <span className="dim">
            {' · '}
            {words.nextCheck} <When time={nextAt} />
          </span>
        )}
      </span>
    );
  return (
    <span className={classes.good}>
      {words.next} {nextAt && <When time={nextAt} />}
    </span>
  );
}
