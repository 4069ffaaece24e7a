import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Batch } from '../../api/batches.ts';
import { When } from '../../components/when/when.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchPictures } from './pictures.tsx';

/** One batch with its progress and what can be done with it. */
export const BatchRow = ({ batch, title }: { batch: Batch; title: string }) => (
  <Table.Tr>
    <Table.Td>
      <BatchPictures batch={batch} />
      <Link to="/batches/$batchId" params={{ batchId: batch.id }}>
        {title}
      </Link>
      <Text size="sm" c="dimmed">
        <When time={batch.createdAt} />
      </Text>
    </Table.Td>
    <Table.Td>
      <BatchProgress batch={batch} />
    </Table.Td>
    <Table.Td>
      <BatchActions batch={batch} size="xs" />
    </Table.Td>
  </Table.Tr>
);
