import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usageQuery } from '../../api/usage.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { LoadError } from '../../components/load-error.tsx';
import { Page } from '../../components/page.tsx';
import { strings } from '../../wording/strings.ts';
import { Ledger } from './ledger/ledger.tsx';
import { Meters } from './meters.tsx';

const words = strings.usage;

const History = lazy(() => import('./charts/history.tsx').then(({ History }) => ({ default: History })));
const Shares = lazy(() => import('./charts/shares.tsx').then(({ Shares }) => ({ default: Shares })));

export function UsagePage() {
  const { id } = useWorkspace();
  const { data: usage, error, refetch } = useQuery(usageQuery(id));
  return (
    <Page title={words.title} lead={usage && words.lead(usage.plan)}>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!usage && !error && <Skeleton height={120} aria-label={strings.acts.loading} />}
      {usage && <Meters usage={usage} />}
      <Suspense fallback={<Skeleton height={240} mt="xl" aria-label={strings.acts.loading} />}>
        <History />
        <Shares />
      </Suspense>
      <Ledger isLimited={usage?.quotas.ai_credits.limit !== undefined} />
    </Page>
  );
}
