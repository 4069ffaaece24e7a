import type { Webhook } from '@filemill/client';
import { Facts } from '../../../components/facts/facts.tsx';
import { Ident } from '../../../components/ident.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import { describeEvents } from '../describe-events.ts';
import { WebhookState } from '../webhook-state.tsx';

const words = strings.webhooks;

export function About({ webhook }: { webhook: Webhook }) {
  const { url, events, failingSince, oldSecretUntil } = webhook;
  return (
    <Facts
      facts={[
        [words.address, <Ident key="address" value={url} name={words.address} />],
        [
          words.state,
          <span key="state">
            <WebhookState webhook={webhook} />
            {failingSince && (
              <>
                {', '}
                {words.since} <When time={failingSince} />
              </>
            )}
          </span>,
        ],
        [words.events, describeEvents(events)],
        [
          words.theSecretTitle,
          oldSecretUntil && (
            <span key="secret">
              {words.oldSecretUntil} <When time={oldSecretUntil} />
            </span>
          ),
        ],
      ]}
    />
  );
}
