import type { ResultFile } from '@filemill/client';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import { areStems } from '../preview/file.ts';
import { Placeholder } from '../preview/placeholder.tsx';
import { Thumbnail } from '../thumbnail/thumbnail.tsx';
import { ContinueMenu } from './continue-menu.tsx';
import classes from './result.module.css';
import { Viewer } from './viewer.tsx';

const words = strings.result;

/** Properties of a file that are useful to a person. Stems, which are shown together, have one size. */
function listFacts({ size, metadata }: ResultFile, together: ResultFile[]): string {
  const { pages, width, height, rows, seconds } = metadata as Record<string, number | undefined>;
  const facts = [
    formatBytes(together.reduce((sum, each) => sum + each.size, 0) || size),
    pages !== undefined && words.pages(pages),
    width !== undefined && height !== undefined && `${width} × ${height}`,
    rows !== undefined && words.rows(rows),
    seconds !== undefined && words.seconds(Math.round(seconds)),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Job and run pages: the result takes two thirds, and everything about it the rest. */
export function ResultPage({
  files,
  fileCount = files.length,
  archiveUrl,
  warnings = [],
  sourceId,
  deletes = false,
  instead,
  children,
}: {
  files: ResultFile[];
  fileCount?: number | undefined;
  archiveUrl?: string | undefined;
  warnings?: { code: string; message: string }[] | undefined;
  /** The artifact they were made from, if it was one. */
  sourceId?: string | undefined;
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
                <span className="dim">{listFacts(file, together)}</span>
              </div>
            </div>
            <div className={classes.acts}>
              {fileCount > 1 && archiveUrl ? (
                <Button component="a" href={archiveUrl} download leftSection={<Download size={16} />}>
                  {strings.job.downloadAll}
                </Button>
              ) : null}
              {file.downloadUrl && (
                <Button
                  component="a"
                  href={file.downloadUrl}
                  download={file.filename}
                  aria-label={strings.job.downloadOf(file.filename)}
                  leftSection={<Download size={16} aria-hidden="true" />}
                  variant={fileCount > 1 && archiveUrl ? 'default' : 'filled'}
                >
                  {strings.job.download}
                </Button>
              )}
              {!deletes && file.downloadUrl && <ContinueMenu file={file} />}
            </div>
            {warnings.map(({ code, message }) => (
              <p key={code} className={classes.warning} dir="auto">
                {message}
              </p>
            ))}
            {files.length > 1 && (
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
