import { useQuery } from '@tanstack/react-query';
import { describeProblem } from '../../../api/problem.ts';
import { formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { FileIcon, readExtension } from '../../file-icon.tsx';
import type { PreviewProps } from '../file.ts';
import { Placeholder } from '../placeholder.tsx';
import preview from '../preview.module.css';
import { readZipEntries } from '../zip-entries.ts';
import classes from './archive.module.css';

const words = strings.preview;
/** The page would become slow with more. */
const maxShown = 2000;

/** The files of a ZIP archive, with their sizes. */
export default function ArchivePreview({ file }: PreviewProps) {
  const { data, error } = useQuery({
    queryKey: ['preview', file.url, 'entries'],
    queryFn: async () => (await readZipEntries(file)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Placeholder problem={describeProblem(error)} />;
  if (data === null) return <Placeholder problem={words.none} />;
  if (!data) return <Placeholder />;
  const unpacked = data.reduce((sum, { size }) => sum + size, 0);
  return (
    <div className={preview.body}>
      <div className={preview.bar}>{strings.batches.chosen(data.length, formatBytes(unpacked))}</div>
      <div className={preview.pane} tabIndex={0} role="region" aria-label={file.filename}>
        <ul className={classes.entries}>
          {data.slice(0, maxShown).map(({ name, size }, index) => (
            <li key={index}>
              <FileIcon format={readExtension(name)} size={16} />
              <bdi className={classes.name}>{name}</bdi>
              <span className="dim">{formatBytes(size)}</span>
            </li>
          ))}
        </ul>
        {data.length > maxShown && <div className={preview.note}>{words.cut}</div>}
      </div>
    </div>
  );
}
