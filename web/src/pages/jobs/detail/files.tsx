import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Job, ResultFile } from '../../../api/jobs.ts';
import { FileIcon, readExtension } from '../../../components/file-icon.tsx';
import { formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './files.module.css';
import { Section } from './section.tsx';

/** The preview is loaded on first use. */
const PreviewDialog = lazy(() =>
  import('../../../components/preview/preview-dialog.tsx').then(({ PreviewDialog }) => ({
    default: PreviewDialog,
  })),
);

const words = strings.job;

/** Properties of a file that are useful to a person. */
function listFacts({ metadata }: ResultFile): string[] {
  const { pages, width, height, rows, seconds } = metadata as Record<string, number | undefined>;
  return [
    pages !== undefined && words.pages(pages),
    width !== undefined && height !== undefined && `${width} × ${height}`,
    rows !== undefined && words.rows(rows),
    seconds !== undefined && words.seconds(Math.round(seconds)),
  ].filter((fact): fact is string => typeof fact === 'string');
}

const showsThumbnail = ({ contentType, size, downloadUrl }: ResultFile): boolean =>
  downloadUrl !== undefined && /^image\/(png|jpeg|webp|gif|avif)$/.test(contentType) && size < 20_000_000;

/** Without `onOpen` nothing is previewed: a preview downloads the file. */
function Output({ file, onOpen }: { file: ResultFile; onOpen: (() => void) | undefined }) {
  return (
    <li className={classes.file}>
      <span className={classes.thumb}>
        {onOpen && showsThumbnail(file) ? (
          <img src={file.downloadUrl} alt="" loading="lazy" />
        ) : (
          <FileIcon format={readExtension(file.filename)} />
        )}
      </span>
      <span className={classes.name}>
        {onOpen && file.downloadUrl ? (
          <UnstyledButton className="ellipsis" onClick={onOpen}>
            {file.filename}
          </UnstyledButton>
        ) : (
          <span className="ellipsis">{file.filename}</span>
        )}
        <span className="dim">{[formatBytes(file.size), ...listFacts(file)].join(' · ')}</span>
      </span>
      {file.downloadUrl && (
        <Tooltip label={words.download}>
          <ActionIcon
            component="a"
            href={file.downloadUrl}
            download={file.filename}
            aria-label={words.downloadOf(file.filename)}
            size="lg"
          >
            <Download size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

export function Outputs({ job }: { job: Job }) {
  const {
    files,
    fileCount,
    warnings = [],
    archiveUrl,
  } = job.result! as NonNullable<Job['result']> & {
    warnings?: { code: string; message: string }[];
    archiveUrl?: string;
  };
  const [opened, setOpened] = useState<number>();
  const shown = files.filter(({ downloadUrl }) => downloadUrl !== undefined);
  return (
    <Section title={words.outputs(fileCount)}>
      {warnings.map(({ code, message }) => (
        <p key={code} className={classes.warning}>
          {message}
        </p>
      ))}
      <ul className={classes.files}>
        {files.map(file => (
          <Output
            key={file.artifactId}
            file={file}
            onOpen={job.deleteAfterDownload ? undefined : () => setOpened(shown.indexOf(file))}
          />
        ))}
      </ul>
      {opened !== undefined && (
        <Suspense>
          <PreviewDialog
            files={shown.map(file => ({ ...file, url: file.downloadUrl! }))}
            index={opened}
            sourceId={job.inputs.length === 1 ? job.inputs[0]!.artifactId : undefined}
            onIndex={setOpened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      {fileCount > files.length && <p className="dim">{words.moreFiles(fileCount - files.length)}</p>}
      {archiveUrl && fileCount > 1 && (
        <Button
          component="a"
          href={archiveUrl}
          download
          variant="default"
          mt="sm"
          leftSection={<Download size={16} />}
        >
          {words.downloadAll}
        </Button>
      )}
    </Section>
  );
}

export function Inputs({ job }: { job: Job }) {
  return (
    <Section title={words.inputs(job.inputs.length)}>
      <ul className={classes.files}>
        {job.inputs.map(input => {
          return (
            <li key={input.index} className={classes.file}>
              <span className={classes.thumb}>
                <FileIcon format={readExtension(input.filename)} />
              </span>
              <span className={classes.name}>
                <span className="ellipsis">{input.filename}</span>
                <span className="dim">
                  {[formatBytes(input.fileSize), ...(input.uploaded ? [] : [words.notUploaded])].join(' · ')}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
