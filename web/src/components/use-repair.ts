import { useNavigate } from '@tanstack/react-router';
import { addArtifact } from '../added-files/add.ts';
import { guessFormat } from '../added-files/formats.ts';
import { changeItem } from '../added-files/store.ts';
import { listTargets } from '../added-files/targets.ts';
import { useJobTypes } from '../api/job-types.ts';
import { useWorkspace } from '../api/workspace.ts';

/**
 * Returns what adds a stored file that a job failed on to the Convert page, to be repaired there; undefined if the file could be read
 * or nothing repairs its format.
 */
export function useRepair(
  file: { artifactId?: string | null | undefined; filename: string; size: number } | undefined,
  failure: { reason?: string } | undefined,
  failedType?: string,
): (() => void) | undefined {
  const { id } = useWorkspace();
  const jobTypes = useJobTypes();
  const navigate = useNavigate();
  if (!file?.artifactId || failure?.reason !== 'unreadable_input') return undefined;
  const { artifactId, filename, size } = file;
  const target = listTargets(guessFormat(filename, '', jobTypes), jobTypes).find(
    ({ jobType }) => jobType.repairs,
  );
  if (!target || target.jobType.id === failedType) return undefined;
  return () => {
    const item = addArtifact(id, { artifactId, filename, size }, jobTypes);
    changeItem(item.id, { target: target.id });
    void navigate({ to: '/' });
  };
}
