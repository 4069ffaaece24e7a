import type { ResultFile } from '@filemill/client';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { extensionOf, FileIcon } from '../../components/file-icon.tsx';
import { sayBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';

/** Loaded when somebody looks. */
const PreviewDialog = lazy(() =>
  import('../../components/preview/preview-dialog.tsx').then(({ PreviewDialog }) => ({
    default: PreviewDialog,
  })),
);

/** What a step made, each file a button that shows it. */
export function StepOutputs({ files }: { files: ResultFile[] }) {
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
          leftSection={<FileIcon format={extensionOf(file.filename)} size={14} />}
          onClick={() => setOpened(index)}
        >
          {file.filename}
          <span className="dim">&nbsp;{sayBytes(file.size)}</span>
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
