import type { Webhook } from '@filemill/client';
import { Fact, Facts } from '../../../components/facts/facts.tsx';
import { Ident } from '../../../components/ident.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import { describeEvents } from '../describe-events.ts';
import { WebhookState } from '../webhook-state.tsx';

const words = strings.webhooks;

export function About({ webhook }: { webhook: Webhook }) {
  const { url, events, failingSince, oldSecretUntil } = webhook;
  return (
    <Facts>
      <Fact name={words.address}>
        <Ident value={url} name={words.address} />
      </Fact>
      <Fact name={words.state}>
        <WebhookState webhook={webhook} />
        {failingSince && (
          <>
            {', '}
            {words.since} <When time={failingSince} />
          </>
        )}
      </Fact>
      <Fact name={words.events}>{describeEvents(events)}</Fact>
      {oldSecretUntil && (
        <Fact name={words.theSecretTitle}>
          {words.oldSecretUntil} <When time={oldSecretUntil} />
        </Fact>
      )}
    </Facts>
  );
}
