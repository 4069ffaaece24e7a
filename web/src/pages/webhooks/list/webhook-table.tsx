import type { Webhook } from '@filemill/client';
import { Link } from '@tanstack/react-router';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { strings } from '../../../wording/strings.ts';
import { ActivityStrip } from '../activity-strip.tsx';
import { describeEvents } from '../describe-events.ts';
import { WebhookState } from '../webhook-state.tsx';
import classes from './webhook-table.module.css';

const words = strings.webhooks;
const columns = [
  { title: words.address },
  { title: words.events },
  { title: words.state },
  { title: words.day },
] satisfies Column[];
const [, events, state, day] = columns as [Column, Column, Column, Column];

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <Rows caption={words.title} columns={columns}>
      {webhooks.map(webhook => (
        <tr key={webhook.id} {...(webhook.status !== 'active' && { 'data-quiet': true })}>
          <NameCell
            name={
              <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
                {webhook.description || webhook.url}
              </Link>
            }
            note={webhook.description && webhook.url}
          />
          <Cell of={events}>{describeEvents(webhook.events)}</Cell>
          <Cell of={state}>
            <WebhookState webhook={webhook} />
          </Cell>
          <Cell of={day}>
            <div className={classes.strip}>
              <ActivityStrip id={webhook.id} height={28} />
            </div>
          </Cell>
        </tr>
      ))}
    </Rows>
  );
}
