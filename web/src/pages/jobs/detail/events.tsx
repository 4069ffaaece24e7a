import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JobHistory } from '../../../api/jobs.ts';
import { webhooksQuery } from '../../../api/webhooks.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Fold } from '../../../components/result/fold.tsx';
import { State } from '../../../components/state/state.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import classes from './events.module.css';

const words = strings.job;

/** The events of a job, each with its webhook deliveries. */
export function JobEvents({ history: { events, deliveries } }: { history: JobHistory }) {
  const { id: workspaceId } = useWorkspace();
  const { data: webhooks } = useQuery({ ...webhooksQuery(workspaceId), enabled: deliveries.length > 0 });
  if (events.length === 0) return null;
  const nameOf = (id: string) => {
    const webhook = webhooks?.find(each => each.id === id);
    return webhook ? webhook.description || webhook.url : words.toWebhook;
  };
  return (
    <Fold title={words.events}>
      <ul className={classes.events}>
        {events.map(event => {
          const sent = deliveries.filter(({ eventId }) => eventId === event.id);
          return (
            <li key={event.id}>
              <div className={classes.line}>
                <code>{event.type}</code>
                <span className="dim">
                  <When time={event.timestamp} />
                </span>
              </div>
              {sent.map(delivery => (
                <div key={delivery.webhookId} className={classes.line}>
                  {delivery.callbackUrl ? (
                    <span className="ellipsis">{delivery.callbackUrl}</span>
                  ) : (
                    <Link
                      to="/webhooks/$webhookId"
                      params={{ webhookId: delivery.webhookId }}
                      search={{ find: event.id }}
                      className="ellipsis"
                    >
                      {nameOf(delivery.webhookId)}
                    </Link>
                  )}
                  <State
                    state={delivery.status}
                    word={words.deliveries(delivery.status, delivery.attempts.length)}
                  />
                </div>
              ))}
              {sent.length === 0 && <div className="dim">{words.noWebhook}</div>}
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
