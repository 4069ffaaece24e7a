import type { ResultFile } from '@filemill/client';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Thumbnail } from '../../components/thumbnail/thumbnail.tsx';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';

/** The preview is loaded on first use. */
const PreviewDialog = lazy(() =>
  import('../../components/preview/preview-dialog.tsx').then(({ PreviewDialog }) => ({
    default: PreviewDialog,
  })),
);

/** The outputs of a step, each with a preview, unless a download deletes them. */
export function StepOutputs({ files, deletes = false }: { files: ResultFile[]; deletes?: boolean }) {
  const [opened, setOpened] = useState<number>();
  const shown = files.filter(({ downloadUrl }) => downloadUrl !== undefined);
  const most = 5;
  return (
    <>
      {shown.slice(0, most).map((file, index) => (
        <Button
          key={file.artifactId}
          size="compact-sm"
          variant="default"
          leftSection={<Thumbnail artifactId={file.artifactId} filename={file.filename} size={20} />}
          disabled={deletes}
          onClick={() => setOpened(index)}
        >
          {file.filename}
          <span className="dim">&nbsp;{formatBytes(file.size)}</span>
        </Button>
      ))}
      {shown.length > most && <span className="dim">{strings.job.moreFiles(shown.length - most)}</span>}
      {opened !== undefined && (
        <Suspense>
          <PreviewDialog
            files={shown.map(file => ({ ...file, url: file.downloadUrl! }))}
            index={opened}
            onIndex={setOpened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
