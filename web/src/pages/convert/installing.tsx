import type { JobType } from '@filemill/client';
import { Text } from '@mantine/core';
import { strings } from '../../wording/strings.ts';

/** Lists the job types whose engines are still being installed. */
export function Installing({ jobTypes }: { jobTypes: JobType[] }) {
  const waiting = jobTypes.filter(({ state }) => state === 'installing').map(({ title }) => title);
  return (
    <Text role="status" c="dimmed" size="sm" mt={waiting.length > 0 ? 'xs' : 0}>
      {waiting.length > 0 && strings.convert.installing(waiting)}
    </Text>
  );
}
