import type { Webhook } from '@filemill/client';
import classes from '../../components/state/tone.module.css';
import { strings } from '../../wording/strings.ts';

const words = strings.webhooks;

/** Whether it receives events, and if not, why. */
export function WebhookState({ webhook: { status, pausedReason, failingSince } }: { webhook: Webhook }) {
  if (status !== 'active')
    return <span className={classes.quiet}>{words.pausedFor[pausedReason ?? 'by_hand']}</span>;
  return failingSince ? (
    <span className={classes.bad}>{words.failing}</span>
  ) : (
    <span className={classes.good}>{words.active}</span>
  );
}
