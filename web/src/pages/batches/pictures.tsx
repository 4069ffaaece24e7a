import { useQuery } from '@tanstack/react-query';
import type { Batch } from '../../api/batches.ts';
import { batchJobsQuery } from '../../api/jobs.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Thumbnail } from '../../components/thumbnail/thumbnail.tsx';
import { useSeen } from '../../components/thumbnail/use-seen.ts';

const shown = 3;
const side = 28;

/** Pictures of some files of a batch, once its row is in view. */
export function BatchPictures({ batch }: { batch: Batch }) {
  const { element, isSeen } = useSeen();
  const { id } = useWorkspace();
  const { data = [] } = useQuery({ ...batchJobsQuery(id, batch, shown), enabled: isSeen });
  return (
    <span ref={element} style={{ display: 'inline-flex', gap: 4, height: side, minWidth: side }}>
      {data.map(({ id, inputs: [input] }) => (
        <Thumbnail key={id} artifactId={input?.artifactId} filename={input?.filename ?? ''} size={side} />
      ))}
    </span>
  );
}
