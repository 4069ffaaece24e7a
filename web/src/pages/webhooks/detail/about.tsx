import type { Webhook } from '@filemill/client';
import { Ident } from '../../../components/ident.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import { describeEvents } from '../describe-events.ts';
import { WebhookState } from '../webhook-state.tsx';
import classes from './webhook-page.module.css';

const words = strings.webhooks;

export function About({ webhook }: { webhook: Webhook }) {
  return (
    <dl className={classes.facts}>
      <dt>{words.address}</dt>
      <dd>
        <Ident value={webhook.url} name={words.address} />
      </dd>
      <dt>{words.state}</dt>
      <dd>
        <WebhookState webhook={webhook} />
        {webhook.failingSince && (
          <>
            {', '}
            {words.since} <When time={webhook.failingSince} />
          </>
        )}
      </dd>
      <dt>{words.events}</dt>
      <dd>{describeEvents(webhook.events)}</dd>
      {webhook.oldSecretUntil && (
        <>
          <dt>{words.theSecretTitle}</dt>
          <dd>
            {words.oldSecretUntil} <When time={webhook.oldSecretUntil} />
          </dd>
        </>
      )}
    </dl>
  );
}
