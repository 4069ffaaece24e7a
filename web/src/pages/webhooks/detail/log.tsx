import type { Webhook } from '@filemill/client';
import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { activityQuery, deliveriesQuery, redeliverFailed } from '../../../api/webhooks.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { strings } from '../../../wording/strings.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { makeQuery } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import classes from './log.module.css';

const words = strings.webhooks;

/** All deliveries, newest first, with every attempt. */
export function Log({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const { id: workspaceId } = useWorkspace();
  const filter = useSearch({ from: '/shell/webhooks/$webhookId' });
  const asked = makeQuery(filter);
  const query = useInfiniteQuery({
    ...deliveriesQuery(workspaceId, webhook.id, asked ?? {}),
    enabled: asked !== undefined,
  });
  const { data, error, refetch } = query;
  const deliveries = asked && data?.pages.flatMap(page => page.deliveries);
  const { data: failed } = useInfiniteQuery(deliveriesQuery(workspaceId, webhook.id, { status: 'failed' }));
  const hasFailed = failed?.pages.some(page => page.deliveries.length > 0) ?? false;
  const attempts = deliveries?.reduce((sum, delivery) => sum + delivery.attempts.length, 0);
  // The bars above count the same attempts, and one of them may be the first or the last that failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is another attempt.
  useEffect(() => {
    void queryClient.invalidateQueries(activityQuery(workspaceId, webhook.id));
    void queryClient.invalidateQueries({
      queryKey: deliveriesQuery(workspaceId, webhook.id, { status: 'failed' }).queryKey,
    });
  }, [attempts, workspaceId, webhook.id]);
  const sendAgain = () =>
    attempt(async () => {
      const { redelivered } = await redeliverFailed(workspaceId, webhook.id);
      notifications.show({ message: words.sentAgain(redelivered) });
    });
  return (
    <section aria-label={words.log}>
      <Group justify="space-between" mt="xl" mb="xs">
        <Title order={2}>{words.log}</Title>
        {mayChange && webhook.status === 'active' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<RotateCw size={14} />}
            disabled={!hasFailed}
            onClick={sendAgain}
          >
            {words.redeliverFailed}
          </Button>
        )}
      </Group>
      <FilterBar filter={filter} />
      {error && <LoadError error={error} onRetry={refetch} />}
      {asked === undefined && <Text c="dimmed">{words.noSuchId}</Text>}
      {asked && !deliveries && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {deliveries?.length === 0 && (
        <Text c="dimmed" py="lg">
          {Object.keys(filter).length > 0 ? words.noMatch : words.nothingSent}
        </Text>
      )}
      {deliveries && deliveries.length > 0 && (
        <ul className={classes.log}>
          {deliveries.map(delivery => (
            <DeliveryRow
              key={delivery.eventId}
              delivery={delivery}
              webhook={webhook}
              mayChange={mayChange}
              startOpen={deliveries.length === 1}
            />
          ))}
        </ul>
      )}
      <MoreButton query={query}>{words.older}</MoreButton>
    </section>
  );
}
