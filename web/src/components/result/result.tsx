import type { ResultFile } from '@filemill/client';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import type { ShownWarning } from '../../wording/warnings.ts';
import { areStems } from '../preview/file.ts';
import { Placeholder } from '../preview/placeholder.tsx';
import { Thumbnail } from '../thumbnail/thumbnail.tsx';
import { ContinueMenu } from './continue-menu.tsx';
import { listFacts } from './facts.ts';
import classes from './result.module.css';
import { Viewer } from './viewer.tsx';
import { type Remedies, Warning } from './warning.tsx';

const words = strings.result;

/** Job and run pages: the result takes two thirds, and everything about it the rest. */
export function ResultPage({
  files,
  fileCount = files.length,
  archiveUrl,
  warnings = [],
  remedies,
  sourceId,
  gain,
  deletes = false,
  instead,
  children,
}: {
  files: ResultFile[];
  fileCount?: number | undefined;
  archiveUrl?: string | undefined;
  warnings?: ShownWarning[] | undefined;
  remedies?: Remedies | undefined;
  /** The artifact they were made from, if it was one. */
  sourceId?: string | undefined;
  /** How much smaller or larger it is than the file it was made from. */
  gain?: string | undefined;
  /** Whether a download, and therefore a preview, deletes the files. */
  deletes?: boolean;
  /** The content while there is no result. */
  instead: ReactNode;
  /** This content is shown below the result's own actions. */
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState<string>();
  const file = files.find(({ artifactId }) => artifactId === chosen) ?? files[0];
  const together = areStems(files) ? files : [];
  return (
    <div className={classes.columns}>
      <section className={classes.main} aria-label={strings.job.outputs(Math.max(1, fileCount))}>
        {!file ? (
          instead
        ) : deletes || !file.downloadUrl ? (
          <Placeholder problem={deletes ? words.deletes : words.gone} />
        ) : (
          <Viewer files={files} file={file} sourceId={sourceId} />
        )}
      </section>
      <aside className={classes.side}>
        {file && (
          <div className={classes.card}>
            <div className={classes.file}>
              <Thumbnail artifactId={file.artifactId} filename={file.filename} size={48} />
              <div className={classes.name}>
                <strong dir="auto">{together.length > 0 ? strings.preview.stems : file.filename}</strong>
                <span className="dim">{listFacts(file, together, gain)}</span>
              </div>
            </div>
            <div className={classes.acts}>
              {fileCount > 1 && archiveUrl ? (
                <Button component="a" href={archiveUrl} download leftSection={<Download size={16} />}>
                  {strings.job.downloadAll}
                </Button>
              ) : null}
              {file.downloadUrl && !(together.length > 0 && archiveUrl) && (
                <Button
                  component="a"
                  href={file.downloadUrl}
                  download={file.filename}
                  {...(files.length === 1 && { 'aria-label': strings.job.downloadOf(file.filename) })}
                  leftSection={<Download size={16} aria-hidden="true" />}
                  variant={fileCount > 1 && archiveUrl ? 'default' : 'filled'}
                >
                  {files.length > 1 ? strings.job.downloadThis : strings.job.download}
                </Button>
              )}
              {!deletes && together.length === 0 && file.downloadUrl && <ContinueMenu file={file} />}
            </div>
            {warnings.map(({ code, message }) => (
              <p key={`${code} ${message}`} className={classes.warning} dir="auto">
                <Warning warning={{ code, message }} remedies={remedies} />
              </p>
            ))}
            {files.length > 1 && together.length === 0 && (
              <ul className={classes.files} aria-label={strings.job.outputs(fileCount)}>
                {files.map(each => (
                  <li key={each.artifactId}>
                    <UnstyledButton
                      className={classes.choice}
                      aria-pressed={each === file}
                      onClick={() => setChosen(each.artifactId)}
                    >
                      <Thumbnail artifactId={each.artifactId} filename={each.filename} size={28} />
                      <span className={`${classes.each} ellipsis`} dir="auto">
                        {each.filename}
                      </span>
                      <span className="dim">{formatBytes(each.size)}</span>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )}
            {fileCount > files.length && (
              <Text c="dimmed">{strings.job.moreFiles(fileCount - files.length)}</Text>
            )}
          </div>
        )}
        {children}
      </aside>
    </div>
  );
}
