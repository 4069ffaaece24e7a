import type { ResultFile } from '@filemill/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { Item } from '../../added-files/item.ts';
import { workspaceApi } from '../../api/client.ts';
import { areStems, type PreviewFile } from '../../components/preview/file.ts';
import { PreviewDialog } from '../../components/preview/preview-dialog.tsx';
import { ContinueMenu } from '../../components/result/continue-menu.tsx';
import { strings } from '../../wording/strings.ts';

/** The result of a job, with its input for comparison. */
export default function ResultDialog({
  item,
  index,
  onIndex,
  onClose,
}: {
  item: Item;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}) {
  // Links expire: they are renewed when the dialog opens.
  const { data: job } = useQuery({
    queryKey: ['jobs', item.workspaceId, item.job!.id, 'opened'],
    queryFn: () => workspaceApi(item.workspaceId).jobs.get(item.job!.id),
    staleTime: 5 * 60_000,
  });
  const files: (ResultFile & PreviewFile)[] = (job?.result?.files ?? []).map(file => ({
    ...file,
    url: file.downloadUrl!,
  }));
  const { archiveUrl } = (job?.result ?? {}) as { archiveUrl?: string };
  return (
    <PreviewDialog
      files={files}
      index={files.length > 0 ? index : undefined}
      sourceId={item.upload.artifactId}
      renderActions={file => (
        <>
          {archiveUrl && (
            <Button
              size="xs"
              variant={areStems(files) ? 'filled' : 'default'}
              component="a"
              href={archiveUrl}
              download
              leftSection={<Download size={14} aria-hidden="true" />}
            >
              {strings.convert.downloadAll}
            </Button>
          )}
          {!areStems(files) && file.artifactId && (
            <ContinueMenu file={{ ...file, artifactId: file.artifactId }} size="xs" onChoose={onClose} />
          )}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            component={Link}
            to={`/jobs/${item.job!.id}` as never}
          >
            {strings.convert.openJob}
          </Button>
        </>
      )}
      onIndex={onIndex}
      onClose={onClose}
    />
  );
}
