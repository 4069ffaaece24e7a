import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { artifactQuery } from '../../api/artifacts.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import { useFocusBack } from '../dialogs/focus-back.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { areStems, type PreviewFile } from './file.ts';
import { Preview } from './preview.tsx';
import classes from './preview-dialog.module.css';

const Stems = lazy(() => import('./kinds/stems.tsx'));
const words = strings.preview;

/** Shows files one by one, or stems all at once. */
export function PreviewDialog({
  files,
  index,
  sourceId,
  renderActions,
  onIndex,
  onClose,
}: {
  files: PreviewFile[];
  index: number | undefined;
  /** The artifact they were made from. */
  sourceId?: string | undefined;
  /** Further actions for the file that is shown. */
  renderActions?: (file: PreviewFile) => ReactNode;
  onIndex: (index: number) => void;
  onClose: () => void;
}) {
  const workspace = useWorkspace();
  const { data: kept, isLoading } = useQuery(artifactQuery(workspace.id, sourceId));
  const source = kept?.downloadUrl ? { ...kept, artifactId: kept.id, url: kept.downloadUrl } : undefined;
  const file = index === undefined ? undefined : files[index];
  const together = areStems(files);
  const isPhone = useIsPhone();
  useFocusBack();
  useEffect(() => {
    if (index === undefined || together) return;
    const onKey = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).matches('input, textarea, video, audio')) return;
      const to = index + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
      if (to !== index && files[to]) onIndex(to);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [index, files, onIndex, together]);

  return (
    <Modal
      opened={file !== undefined}
      onClose={onClose}
      size="min(1200px, 96vw)"
      padding={0}
      fullScreen={isPhone}
      classNames={{
        content: classes.dialogContent!,
        header: classes.dialogHeader!,
        title: classes.dialogTitle!,
        body: classes.dialogBody!,
      }}
      title={
        file && (
          <div className={classes.dialogHead}>
            {files.length > 1 && !together && (
              <Group gap={4} wrap="nowrap">
                <ActionIcon
                  aria-label={words.previous}
                  disabled={index === 0}
                  onClick={() => onIndex(index! - 1)}
                >
                  <ArrowLeft size={16} />
                </ActionIcon>
                <ActionIcon
                  aria-label={words.next}
                  disabled={index === files.length - 1}
                  onClick={() => onIndex(index! + 1)}
                >
                  <ArrowRight size={16} />
                </ActionIcon>
              </Group>
            )}
            <div className={classes.dialogName}>
              <Text fw={600} className="ellipsis" dir="auto" title={file.filename}>
                {together ? words.stems : file.filename}
              </Text>
              <Text c="dimmed" size="xs">
                {formatBytes(together ? files.reduce((sum, { size }) => sum + size, 0) : file.size)}
              </Text>
            </div>
            <div className={classes.dialogActs}>
              {!together && (
                <Button
                  size="xs"
                  component="a"
                  href={file.url}
                  download={file.filename}
                  data-autofocus
                  leftSection={<Download size={14} aria-hidden="true" />}
                >
                  {strings.convert.download}
                </Button>
              )}
              {renderActions?.(file)}
            </div>
          </div>
        )
      }
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {file &&
        !isLoading &&
        (together ? (
          <Suspense>
            <Stems files={files} />
          </Suspense>
        ) : (
          <Preview key={file.url} file={file} source={source} />
        ))}
    </Modal>
  );
}
