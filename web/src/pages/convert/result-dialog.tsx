import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../added-files/item.ts';
import { workspaceApi } from '../../api/client.ts';
import type { PreviewFile } from '../../components/preview/file.ts';
import { PreviewDialog } from '../../components/preview/preview-dialog.tsx';

/** The result of a job, with its input for comparison. */
export default function ResultDialog({
  item,
  index,
  onIndex,
  onClose,
}: {
  item: Item | undefined;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}) {
  // Links expire: they are renewed when the dialog opens.
  const { data: job } = useQuery({
    queryKey: ['jobs', item?.workspaceId, item?.job?.id, 'opened'],
    queryFn: () => workspaceApi(item!.workspaceId).jobs.get(item!.job!.id),
    enabled: item?.job !== undefined,
    staleTime: 5 * 60_000,
  });
  const files: PreviewFile[] = (job?.result?.files ?? []).map(file => ({ ...file, url: file.downloadUrl! }));
  return (
    <PreviewDialog
      files={files}
      index={files.length > 0 ? index : undefined}
      sourceId={item?.upload.artifactId}
      onIndex={onIndex}
      onClose={onClose}
    />
  );
}
