import type { JobType, UsageBreakdown } from '@filemill/client';
import { Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import { breakdownQuery, type ShareBy } from '../../../api/usage.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { listChoices } from '../../../components/list-choices.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { saveTable } from '../../../components/save-table.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './charts.module.css';

const words = strings.usage;
const days = 30;

type Share = UsageBreakdown['shares'][number];

function nameShare(by: ShareBy, { id, name }: Share, types: JobType[]): string {
  if (by === 'source') return words.sources[id ?? ''] ?? id ?? '';
  const title = by === 'type' && types.find(type => type.id === id)?.title;
  return title || (name ?? id ?? words.noKey);
}

/** Downloads the figures of each day by type, key or source. */
function saveShares(shares: Share[], by: ShareBy): void {
  const rows = shares.flatMap(({ id = '', name, days: perDay = [] }) =>
    perDay.map(({ day, operations, completed, failed, credits }) => [
      day,
      name ?? id,
      operations,
      completed,
      failed,
      credits,
    ]),
  );
  rows.sort(([day], [other]) => (String(day) < String(other) ? -1 : 1));
  saveTable([['day', by, 'operations', 'completed', 'failed', 'credits'], ...rows], `usage-by-${by}.csv`);
}

function ShareRow({ by, share, most }: { by: ShareBy; share: Share; most: number }) {
  const types = useJobTypes();
  return (
    <li className={classes.share}>
      <span className="ellipsis" dir="auto">
        {nameShare(by, share, types)}
      </span>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.fill} style={{ width: `${(share.operations / most) * 100}%` }} />
      </div>
      <span className={classes.figures}>
        {words.operations(share.operations)}
        {share.credits > 0 && ` · ${words.creditsOf(share.credits)}`}
        {share.failed > 0 && <span className={classes.failed}> · {words.failed(share.failed)}</span>}
      </span>
    </li>
  );
}

/** Usage by type, key or source, largest first. */
export function Shares() {
  const { id } = useWorkspace();
  const [by, setBy] = useState<ShareBy>('type');
  const { data, error, refetch } = useQuery(breakdownQuery(id, by, days));
  const most = Math.max(1, ...(data?.shares.map(({ operations }) => operations) ?? []));
  return (
    <section className={classes.section} aria-label={words.shares}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{words.shares}</Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={words.by}
            data={listChoices(words.bys)}
            value={by}
            onChange={setBy}
          />
          <Button
            size="compact-sm"
            variant="default"
            disabled={!data}
            onClick={() => data && saveShares(data.shares, by)}
          >
            {words.csvOfDays}
          </Button>
        </Group>
      </Group>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={120} aria-label={strings.acts.loading} />}
      {data?.shares.length === 0 && <Text c="dimmed">{words.noShares}</Text>}
      {data && data.shares.length > 0 && (
        <ul className={classes.shares}>
          {data.shares.map(share => (
            <ShareRow key={share.id ?? ''} by={by} share={share} most={most} />
          ))}
        </ul>
      )}
    </section>
  );
}
