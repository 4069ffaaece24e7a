import { useNavigate } from '@tanstack/react-router';
import { addArtifact } from '../added-files/add.ts';
import { changeItem } from '../added-files/store.ts';
import { useJobTypes } from '../api/job-types.ts';
import { useWorkspace } from '../api/workspace.ts';

/** The action for damaged documents. */
const repairs = 'pdf-repair';

/** Whether a file that a job could not read may be readable once it is repaired. */
export const canRepair = (filename: string, reason: string | undefined, type?: string): boolean =>
  reason === 'unreadable_input' && type !== repairs && /\.pdf$/i.test(filename);

/** Returns a function that adds a stored file to the Convert page, to be repaired there. */
export function useRepair(): (file: Parameters<typeof addArtifact>[1]) => void {
  const { id } = useWorkspace();
  const jobTypes = useJobTypes();
  const navigate = useNavigate();
  return file => {
    const item = addArtifact(id, file, jobTypes);
    changeItem(item.id, { target: repairs });
    void navigate({ to: '/' });
  };
}
