import type { JobType } from '@filemill/client';
import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { CircleStop, RotateCcw, SlidersHorizontal, Wrench, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { chooseFor, findItemHint } from '../../../added-files/choose.ts';
import { getStage, type Item, isRefusedContent } from '../../../added-files/item.ts';
import { changeUpload, findItem } from '../../../added-files/store.ts';
import { findTarget, listTargets } from '../../../added-files/targets.ts';
import { getFile, retryUpload } from '../../../added-files/uploads.ts';
import type { Recipe } from '../../../api/recipes.ts';
import { PasswordAsk } from '../../../components/checked-form/password-ask.tsx';
import { type Remedies, Warning } from '../../../components/result/warning.tsx';
import { cancelItem, prepareAgain, startItems } from '../../../conversions/start.ts';
import { isLocked } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import type { ShownWarning } from '../../../wording/warnings.ts';
import classes from '../convert.module.css';
import { TargetPicker } from '../target-picker.tsx';
import { Results } from './results.tsx';
import { RowState } from './state.tsx';
import { RowThumbnail } from './thumbnail.tsx';

const LiveText = lazy(() =>
  import('../../../components/live-text/live-text.tsx').then(({ LiveText }) => ({ default: LiveText })),
);
const words = strings.convert;

/** One file: its name, progress, conversion and result. */
export function Row({
  item,
  jobTypes,
  recipes,
  owner,
  ahead,
  liveText,
  onOptions,
  onOpen,
  onRedo,
  onRemove,
}: {
  item: Item;
  jobTypes: JobType[];
  recipes: Recipe[];
  /** The item whose conversion takes this one as a further file. */
  owner: Item | undefined;
  ahead: number;
  /** Whether the transcript is shown while the job runs. */
  liveText: boolean;
  onOptions: () => void;
  onOpen: (index: number) => void;
  onRedo: () => void;
  onRemove: () => void;
}) {
  const stage = getStage(item);
  const targets = listTargets(item.format, jobTypes);
  const target = findTarget(item.target, item.format, jobTypes);
  const editable =
    !owner && ['uploading', 'ready', 'lost', 'refused'].includes(stage) && !isRefusedContent(item.upload);
  const accepting = recipes.filter(({ accepts }) => item.format && accepts.includes(item.format));
  const hint = editable && target && !item.recipe ? findItemHint(item, target) : undefined;
  const changed = Object.keys(item.options).length;
  const files = item.job?.result?.files ?? [];
  const failure = item.job?.failure as { reason?: string } | undefined;
  const name = stage === 'done' && files.length === 1 ? files[0]!.filename : item.name;
  const isOpenable =
    files.length > 0 ||
    getFile(item.id) !== undefined ||
    (item.upload.state === 'done' && item.upload.artifactId !== undefined);
  // A recipe has its own passwords.
  const locked = !item.recipe && isLocked(failure?.reason);
  const repair =
    failure?.reason === 'unreadable_input' && !target?.jobType.repairs
      ? targets.find(({ jobType }) => jobType.repairs)
      : undefined;
  const recognition = targets.find(({ jobType }) => jobType.converts === 'words');
  const restart = (options: Record<string, unknown> = {}) => {
    prepareAgain(item.id, options);
    startItems([findItem(item.id)!], jobTypes);
  };
  const retry = async () => {
    if (item.upload.state === 'done') return restart();
    if (!(await retryUpload(item.id))) changeUpload(item.id, { state: 'lost', problem: undefined });
  };

  return (
    <li className={classes.row} data-stage={stage} data-row={item.id} tabIndex={-1}>
      <RowThumbnail item={item} />
      <div style={{ minWidth: 0 }}>
        {isOpenable ? (
          <UnstyledButton
            className={`${classes.name} ${classes.opens} ellipsis`}
            dir="auto"
            title={item.name}
            onClick={() => onOpen(0)}
          >
            {name}
          </UnstyledButton>
        ) : (
          <div className={`${classes.name} ellipsis`} dir="auto" title={item.name}>
            {name}
          </div>
        )}
        <div className={classes.meta} role="status">
          <RowState item={item} jobTypes={jobTypes} ahead={ahead} />
          {owner && <span>{words.parts.usedFor(owner.name)}</span>}
          {hint && (
            <Button size="compact-xs" variant="subtle" onClick={onOptions}>
              {hint}
            </Button>
          )}
        </div>
      </div>
      <div className={classes.acts}>
        {editable && (targets.length > 0 || accepting.length > 0) && (
          <>
            <TargetPicker
              label={words.chooseTarget(item.name)}
              targets={targets}
              recipes={accepting}
              format={item.format}
              value={item.recipe?.id ?? item.target}
              placeholder={item.recipe?.name ?? strings.options.choose}
              onChoose={choice => {
                chooseFor(item.id, choice);
                if ('target' in choice && targets.find(({ id }) => id === choice.target)?.needsOptions)
                  onOptions();
              }}
            />
            {target && !item.recipe && (
              <Tooltip label={changed ? `${words.options}: ${words.changed(changed)}` : words.options}>
                <ActionIcon
                  size="lg"
                  aria-label={words.optionsOf(item.name)}
                  onClick={onOptions}
                  {...(changed > 0 && { variant: 'light', color: 'iris' })}
                >
                  <SlidersHorizontal size={18} strokeWidth={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
          </>
        )}
        {stage === 'running' && (item.job || item.run) && (
          <Tooltip label={words.cancel}>
            <ActionIcon
              size="lg"
              aria-label={`${words.cancel}: ${item.name}`}
              onClick={() => cancelItem(item)}
            >
              <CircleStop size={18} strokeWidth={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        {stage === 'done' && <Results item={item} jobTypes={jobTypes} onOpen={onOpen} onRedo={onRedo} />}
        {stage === 'refused' && item.format && !isRefusedContent(item.upload) && (
          <Button size="xs" variant="default" onClick={retry} leftSection={<RotateCcw size={14} />}>
            {words.retry}
          </Button>
        )}
        {stage === 'failed' && !locked && (
          <>
            <Button
              size="xs"
              variant="default"
              onClick={() => restart()}
              leftSection={<RotateCcw size={14} />}
            >
              {words.retry}
            </Button>
            {repair && (
              <Button
                size="xs"
                leftSection={<Wrench size={14} />}
                onClick={() => {
                  chooseFor(item.id, { target: repair.id });
                  restart();
                }}
              >
                {words.repair}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => prepareAgain(item.id)}>
              {words.options}
            </Button>
          </>
        )}
        <Tooltip label={words.remove}>
          <ActionIcon size="lg" aria-label={`${words.remove}: ${item.name}`} data-remove onClick={onRemove}>
            <X size={18} strokeWidth={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      {stage === 'failed' && locked && (
        <div className={classes.wide}>
          <PasswordAsk onGive={password => restart({ password })} />
        </div>
      )}
      {liveText && (
        <div className={classes.wide}>
          <Suspense>
            <LiveText workspaceId={item.workspaceId} jobId={item.job!.id} />
          </Suspense>
        </div>
      )}
      <Warnings
        item={item}
        remedies={
          item.recipe
            ? {}
            : {
                allSheets: () => restart({ sheet: 'all' }),
                recognise:
                  recognition &&
                  (() => {
                    chooseFor(item.id, { target: recognition.id });
                    restart();
                  }),
              }
        }
      />
      <Outputs item={item} onOpen={onOpen} />
    </li>
  );
}

/** The warnings of a result. */
function Warnings({ item, remedies }: { item: Item; remedies: Remedies }) {
  const { warnings = [] } = (item.job?.result ?? {}) as { warnings?: ShownWarning[] };
  return warnings.map(warning => (
    <div
      key={`${warning.code} ${warning.message}`}
      className={`${classes.wide} ${classes.meta} ${classes.warn}`}
    >
      <Warning warning={warning} remedies={remedies} />
    </div>
  ));
}

const shown = 5;

/** The files of a job with several results. */
function Outputs({ item, onOpen }: { item: Item; onOpen: (index: number) => void }) {
  const files = item.job?.result?.files ?? [];
  if (files.length < 2) return null;
  return (
    <ul className={classes.outputs}>
      {files.slice(0, shown).map((file, index) => (
        <li key={file.artifactId} className={classes.output}>
          <span className="ellipsis" dir="auto">
            {file.filename}
          </span>
          <Button size="compact-xs" variant="subtle" onClick={() => onOpen(index)}>
            {words.open}
          </Button>
          <Button size="compact-xs" variant="subtle" component="a" href={file.downloadUrl} download>
            {words.download}
          </Button>
        </li>
      ))}
      {files.length > shown && (
        <li className={`${classes.output} dim`}>{words.moreFiles(files.length - shown)}</li>
      )}
    </ul>
  );
}
