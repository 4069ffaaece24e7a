import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Batch } from '../../api/batches.ts';
import { Cell, type Column, NameCell } from '../../components/rows/rows.tsx';
import { When } from '../../components/when/when.tsx';
import { strings } from '../../wording/strings.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchPictures } from './pictures.tsx';

const words = strings.batches;

export const columns = [
  { title: words.one },
  { title: words.progress },
  { title: words.acts, kind: 'acts' },
] satisfies Column[];
const [, progress, acts] = columns as [Column, Column, Column];

/** One batch with its progress and what can be done with it. */
export const BatchRow = ({ batch, title }: { batch: Batch; title: string }) => (
  <tr>
    <NameCell
      name={
        <Group component="span" gap="xs">
          <BatchPictures batch={batch} />
          <Link to="/batches/$batchId" params={{ batchId: batch.id }}>
            {title}
          </Link>
        </Group>
      }
      note={<When time={batch.createdAt} />}
    />
    <Cell of={progress}>
      <BatchProgress batch={batch} />
    </Cell>
    <Cell of={acts}>
      <BatchActions batch={batch} size="xs" />
    </Cell>
  </tr>
);
