import type { JobType } from '@filemill/client';
import { Button, Progress } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { chooseFiles } from '../../../added-files/choose-files.ts';
import { getStage, type Item } from '../../../added-files/item.ts';
import { findItem } from '../../../added-files/store.ts';
import { askForFile, replaceFile } from '../../../added-files/uploads.ts';
import { useOnline } from '../../../api/online.ts';
import { describeGain } from '../../../components/preview/size-change.ts';
import { TimeLeft } from '../../../components/time-left.tsx';
import { formatBytes, formatDuration } from '../../../wording/figures.ts';
import { describeFailure } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import classes from '../convert.module.css';
import { Misnamed } from './misnamed.tsx';

const words = strings.convert;

/** The state of a row in words, with a progress bar where it applies. */
export function RowState({ item, jobTypes, ahead }: { item: Item; jobTypes: JobType[]; ahead: number }) {
  const { upload, job } = item;
  const online = useOnline();
  const stage = getStage(item);
  if (stage === 'uploading') {
    const percent = item.size ? Math.floor((upload.loaded / item.size) * 100) : 0;
    const text =
      upload.state === 'sending'
        ? words.state.sending(percent, formatBytes(upload.bytesPerSecond))
        : online
          ? words.state.waiting
          : words.state.waitingForConnection;
    return (
      <>
        <Metered percent={percent} text={text} label={item.name} />
        {item.startsWhenUploaded && <span>{words.state.thenConverts}</span>}
      </>
    );
  }
  if (stage === 'lost') return <Lost item={item} />;
  if (stage === 'refused' && item.format && upload.code === 'invalid_file_type')
    return <Misnamed item={item} jobTypes={jobTypes} />;
  if (stage === 'refused') {
    const problem = item.format ? (upload.problem ?? item.problem) : words.unknownFormat;
    return <span className={classes.bad}>{problem}</span>;
  }
  if (item.run && !job) {
    const { step, steps, progress } = item.run;
    return <Metered percent={progress} text={words.state.step(step, steps)} label={item.name} />;
  }
  if (item.waitsFor) return <Pages of={item.waitsFor} label={item.name} />;
  if (stage === 'running' && job) {
    if (job.status === 'processing')
      return (
        <>
          <Metered percent={job.progress} text={words.state.working(job.progress)} label={item.name} />
          <TimeLeft since={job.startedAt} progress={job.progress} />
        </>
      );
    return <span>{job.status === 'queued' ? words.state.ahead(ahead) : words.state.creating}</span>;
  }
  if (stage === 'failed') return <span className={classes.bad}>{describeEnd(item, jobTypes)}</span>;
  if (stage === 'done') return <Done item={item} />;
  return (
    <>
      {item.size > 0 && <span>{formatBytes(item.size)}</span>}
      <span>
        {item.format ? (upload.url ? words.state.toFetch : words.state.uploaded) : words.unknownFormat}
      </span>
    </>
  );
}

/** How many of the images of one PDF are converted. */
function Pages({ of, label }: { of: string[]; label: string }) {
  const ready = of.map(findItem).filter(page => page && getStage(page) === 'done').length;
  return (
    <Metered percent={(ready / of.length) * 100} text={words.state.pages(ready, of.length)} label={label} />
  );
}

function Metered({ percent, text, label }: { percent: number; text: string; label: string }) {
  return (
    <>
      <Progress
        value={percent}
        size="sm"
        className={classes.meter}
        aria-label={label}
        transitionDuration={100}
      />
      <span>{text}</span>
    </>
  );
}

/** The reason why an item has no result. */
function describeEnd({ job }: Item, jobTypes: JobType[]): string {
  if (job?.status === 'canceled') return words.state.canceled;
  if (job?.status === 'expired') return words.state.expired;
  if (!job?.failure) return words.failed;
  return describeFailure(
    job.failure,
    jobTypes.find(({ id }) => id === job.type),
  );
}

function Done({ item }: { item: Item }) {
  const { result } = item.job!;
  if (!result) return null;
  const after = result.files.reduce((sum, { size }) => sum + size, 0);
  // The size of a file from a URL is known when its job has fetched it.
  const before = item.size || item.job!.inputs[0]?.fileSize || after;
  const gain = describeGain({ filename: item.name, size: before }, result.files, item.job!.type);
  return (
    <>
      <span>{words.state.sizes(formatBytes(before), formatBytes(after))}</span>
      {gain && <span className={gain.isGain ? classes.good : undefined}>{gain.text}</span>}
      <span>{words.state.took(formatDuration(result.durationMs))}</span>
    </>
  );
}

/** After a reload: the browser must be asked for the file, or no longer has it. */
function Lost({ item }: { item: Item }) {
  async function restoreFile() {
    if (await askForFile(item.id)) return;
    const [again] = await chooseFiles();
    if (again && !replaceFile(item.id, again.file)) notifications.show({ message: words.notTheSame });
  }
  return (
    <>
      <span className={classes.warn}>{words.state.lost}</span>
      <Button size="compact-xs" variant="default" onClick={restoreFile}>
        {words.chooseAgain}
      </Button>
    </>
  );
}
