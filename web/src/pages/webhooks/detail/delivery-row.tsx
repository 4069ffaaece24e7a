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
  const { status, type, subject, batchId, eventId, attempts, createdAt, nextAt } = delivery;
  const waits = status === 'pending' && attempts.length > 0;
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={16} aria-hidden="true" />
        <State state={status} word={waits ? words.triedAgain : words.deliveryStates[status]} />
        <span className={classes.what}>
          <code>{type}</code>
          <span className={`${classes.about} ellipsis`} dir="auto">
            {subject ?? batchId ?? eventId}
          </span>
        </span>
        <span className={`${classes.quiet} ${classes.attempts}`}>
          {attempts.length > 0 && words.attempts(attempts.length)}
          {waits && nextAt && (
            <>
              {' · '}
              {words.nextAttempt} <When time={nextAt} />
            </>
          )}
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
