import { Anchor, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureSummaryQuery } from '../../../api/operator.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { Cell, type Column, NameCell, Rows } from '../../../components/rows/rows.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';

const words = strings.system;
const columns = [
  { title: words.reason },
  { title: words.jobsFailed, kind: 'figure' },
  { title: words.attemptsFailed, kind: 'figure' },
  { title: words.last },
] satisfies Column[];
const [, jobs, attempts, last] = columns as [Column, Column, Column, Column];
const spans = Object.entries(words.spans).map(([value, label]) => ({ value, label }));

/** Recent failures by reason and job type, most frequent first. */
export function Reasons() {
  const [hours, setHours] = useState('24');
  const { data: reasons, error, refetch } = useQuery(failureSummaryQuery(Number(hours)));
  return (
    <section aria-label={words.byReason}>
      <div style={{ display: 'flex', justifyContent: 'space-between', gap: 16, flexWrap: 'wrap' }}>
        <Title order={2}>{words.byReason}</Title>
        <SegmentedControl size="xs" aria-label={words.span} data={spans} value={hours} onChange={setHours} />
      </div>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!reasons && !error && <Skeleton height={100} aria-label={strings.acts.loading} />}
      {reasons?.length === 0 && (
        <Text c="dimmed" mt="xs">
          {words.noFailures}
        </Text>
      )}
      {reasons && reasons.length > 0 && (
        <Rows caption={words.byReason} columns={columns}>
          {reasons.map(each => (
            <tr key={`${each.reason} ${each.jobType}`}>
              <NameCell name={words.reasons[each.reason] ?? each.reason} note={each.jobType} />
              <Cell of={jobs}>{each.jobs}</Cell>
              <Cell of={attempts}>{each.attempts}</Cell>
              <Cell of={last}>
                <Anchor
                  component={Link}
                  to="/system"
                  search={{ tab: 'failures', diagnostic: each.lastDiagnosticId } as never}
                  size="sm"
                >
                  <When time={each.lastAt} />
                </Anchor>
              </Cell>
            </tr>
          ))}
        </Rows>
      )}
    </section>
  );
}
