import type { Delivery, Webhook } from '@filemill/client';
import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { State } from '../../../components/state/state.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import classes from './log.module.css';

const words = strings.webhooks;

export function DeliveryRow({
  delivery,
  webhook,
  mayChange,
  startOpen,
}: {
  delivery: Delivery;
  webhook: Webhook;
  mayChange: boolean;
  startOpen: boolean;
}) {
  const [open, setOpen] = useState(startOpen);
  const { status, type, jobId, runId, eventId, attempts, createdAt } = delivery;
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={16} aria-hidden="true" />
        <State
          state={status}
          word={status === 'pending' && attempts.length > 0 ? words.triedAgain : words.deliveryStates[status]}
        />
        <span className={classes.what}>
          {type}
          <code className={`${classes.quiet} ellipsis`}>{jobId ?? runId ?? eventId}</code>
        </span>
        <span className={`${classes.quiet} ${classes.attempts}`}>
          {attempts.length > 0 && words.attempts(attempts.length)}
        </span>
        <span className={classes.quiet}>
          <When time={createdAt} />
        </span>
      </UnstyledButton>
      {open && (
        <DeliveryDetail
          webhook={webhook}
          eventId={eventId}
          canResend={mayChange && webhook.status === 'active'}
        />
      )}
    </li>
  );
}
