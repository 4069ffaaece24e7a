import type { AnyNewJob, JobType } from '@filemill/client';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { estimateQuery } from '../api/jobs.ts';
import { formatDuration } from '../wording/figures.ts';
import { describeMessage } from '../wording/options.ts';
import { strings } from '../wording/strings.ts';

const words = strings.estimate;
/** Options are estimated when nothing was typed for this long. */
const typingMs = 500;

/** One line under a form: what the job would take, or why it would be refused. */
export function EstimateLine({
  workspaceId,
  job,
  type,
}: {
  workspaceId: string;
  job: AnyNewJob;
  type: JobType;
}) {
  const [settled] = useDebouncedValue(job, typingMs);
  const { data } = useQuery(estimateQuery(workspaceId, settled));
  if (!data) return null;
  const [refusal] = data.warnings;
  if (!data.accepted)
    return (
      <Text size="sm" c="red" mt="md" role="status">
        {refusal && describeMessage(refusal.message, type)}
      </Text>
    );
  const { expectedMs, operations, credits } = data;
  const parts = [
    ...(expectedMs === undefined ? [] : [words.about(formatDuration(expectedMs))]),
    words.operations(operations),
    ...(credits > 0 ? [words.credits(credits)] : []),
  ];
  return (
    <Text size="sm" c="dimmed" mt="md" role="status">
      {parts.join(' · ')}
    </Text>
  );
}
