import { useQuery } from '@tanstack/react-query';
import { roomOf } from '../../api/client.ts';
import type { PreviewFile } from '../../components/preview/file.ts';
import { PreviewDialog } from '../../components/preview/preview-dialog.tsx';
import type { Item } from '../../work/item.ts';

/** What a job made, beside what it was made of. */
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
  // Links live for a while: those shown are made anew when the dialog opens.
  const { data } = useQuery({
    queryKey: ['jobs', item?.workspaceId, item?.job?.id, 'opened'],
    queryFn: async () => {
      const room = roomOf(item!.workspaceId);
      const [job, source] = await Promise.all([
        room.jobs.get(item!.job!.id),
        item!.upload.artifactId
          ? room.artifacts.get(item!.upload.artifactId).catch(() => undefined)
          : undefined,
      ]);
      return { job, source };
    },
    enabled: item?.job !== undefined,
    staleTime: 5 * 60_000,
  });
  const files: PreviewFile[] = (data?.job.result?.files ?? []).map(
    ({ filename, contentType, size, downloadUrl }) => ({
      filename,
      contentType,
      size,
      url: downloadUrl!,
    }),
  );
  const source = data?.source?.downloadUrl
    ? {
        filename: data.source.filename,
        contentType: data.source.contentType,
        size: data.source.size,
        url: data.source.downloadUrl,
      }
    : undefined;
  return (
    <PreviewDialog
      files={files}
      index={files.length > 0 ? index : undefined}
      source={source}
      onIndex={onIndex}
      onClose={onClose}
    />
  );
}
