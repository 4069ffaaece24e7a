import type { Delivery, Webhook } from '@filemill/client';
import { Anchor, Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { deliveryQuery, redeliver } from '../../../api/webhooks.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Ident } from '../../../components/ident.tsx';
import { When } from '../../../components/when/when.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { strings } from '../../../wording/strings.ts';
import { AttemptDetail } from './attempt-detail.tsx';
import classes from './log.module.css';

const words = strings.webhooks;

function About({ delivery: { jobId, runId, eventId } }: { delivery: Delivery }) {
  return (
    <>
      <Ident value={eventId} name={words.eventId} />
      {jobId && (
        <Anchor component={Link} to={`/jobs/${jobId}` as '/'} size="sm">
          {words.toJob}
        </Anchor>
      )}
      {runId && (
        <Anchor component={Link} to={`/runs/${runId}` as '/'} size="sm">
          {words.toRun}
        </Anchor>
      )}
    </>
  );
}

/** All attempts of one delivery, latest first, and its actions. */
export function DeliveryDetail({
  webhook,
  eventId,
  canResend,
}: {
  webhook: Webhook;
  eventId: string;
  canResend: boolean;
}) {
  const { id: workspaceId } = useWorkspace();
  const { data: delivery } = useQuery(deliveryQuery(workspaceId, webhook.id, eventId));
  if (!delivery) return <Skeleton height={120} mb="md" aria-label={strings.acts.loading} />;
  return (
    <div className={classes.open}>
      <Group gap="md">
        <About delivery={delivery} />
        {canResend && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<RotateCw size={14} />}
            onClick={() => attempt(() => redeliver(workspaceId, webhook.id, eventId))}
          >
            {words.redeliver}
          </Button>
        )}
        {delivery.nextAt && (
          <span className={classes.quiet}>
            {words.nextAttempt} <When time={delivery.nextAt} />
          </span>
        )}
      </Group>
      {delivery.attempts.toReversed().map(each => (
        <AttemptDetail key={each.number} attempt={each} delivery={delivery} url={webhook.url} />
      ))}
    </div>
  );
}
