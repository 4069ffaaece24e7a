import type { BatchEntry } from '@filemill/client';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { useMay } from '../../api/workspace.ts';
import { Cell, type Column, NameCell } from '../../components/rows/rows.tsx';
import { State } from '../../components/state/state.tsx';
import { Thumbnail } from '../../components/thumbnail/thumbnail.tsx';
import { useRepair } from '../../components/use-repair.ts';
import { describeFailure, failureWords } from '../../wording/jobs.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.batches;
export const inputColumns = [
  { title: words.file },
  { title: words.state },
  { title: words.result },
] satisfies Column[];
const [, state, result] = inputColumns as [Column, Column, Column];

/** The reason why an input failed, or was refused. */
const explain = ({ refused, failure }: BatchEntry): string | undefined =>
  refused?.message.replaceAll('`', '') ?? (failure && describeFailure(failure));

/** The button for a failed input: it repairs the file, or opens the page of its job, which asks for a password or other options. */
function Remedy({ entry: { filename, inputArtifactId, failure, jobId } }: { entry: BatchEntry }) {
  const mayRun = useMay('member');
  const repair = useRepair({ artifactId: inputArtifactId, filename, size: 0 }, failure);
  if (!mayRun || !failure) return null;
  if (repair)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<Wrench size={14} aria-hidden="true" />}
        onClick={repair}
      >
        {strings.convert.repair}
      </Button>
    );
  const { act } = failureWords(failure.reason);
  return (
    act &&
    jobId && (
      <Button size="xs" variant="default" component={Link} to="/jobs/$jobId" params={{ jobId } as never}>
        {act}
      </Button>
    )
  );
}

/** One input of a batch: its state, and its result or what helps against its failure. */
export function InputRow({ entry }: { entry: BatchEntry }) {
  const { jobId, runId, filename, files, fileCount } = entry;
  const name = runId ? (
    <Link to="/runs/$runId" params={{ runId }}>
      {filename}
    </Link>
  ) : jobId ? (
    <Link to="/jobs/$jobId" params={{ jobId }}>
      {filename}
    </Link>
  ) : (
    filename
  );
  const [file] = files;
  return (
    <tr>
      <NameCell
        name={
          <Group component="span" gap="xs" wrap="nowrap">
            <Thumbnail artifactId={file?.artifactId} filename={file?.filename ?? filename} size={32} />
            <bdi className="ellipsis">{name}</bdi>
          </Group>
        }
        note={explain(entry)}
      />
      <Cell of={state}>
        <State state={entry.status} />
      </Cell>
      <Cell of={result}>
        {file && fileCount === 1 && file.downloadUrl ? (
          <a href={file.downloadUrl} download dir="auto">
            {file.filename}
          </a>
        ) : (
          fileCount > 0 && words.files(fileCount)
        )}
        <Remedy entry={entry} />
      </Cell>
    </tr>
  );
}
