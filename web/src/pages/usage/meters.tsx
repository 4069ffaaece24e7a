import type { Usage } from '@filemill/client';
import { useQuery } from '@tanstack/react-query';
import { usageHistoryQuery } from '../../api/usage.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { When } from '../../components/when/when.tsx';
import { formatDay } from '../../wording/days.ts';
import { formatBytes } from '../../wording/figures.ts';
import { locale } from '../../wording/language.ts';
import { strings } from '../../wording/strings.ts';
import { dayStart, fillsUp, monthStart, runsOut } from './forecast.ts';
import classes from './meters.module.css';

const words = strings.usage;
const formatCount = (count: number) => count.toLocaleString(locale);

/** The usage of one limit, and a forecast of the day it runs out. */
function Meter({
  title,
  quota: { used, limit, resetsAt },
  format,
  ends,
}: {
  title: string;
  quota: { used: number; limit?: number; resetsAt?: string };
  format: (value: number) => string;
  ends: Date | undefined;
}) {
  const share = limit === undefined ? 0 : Math.min(1, used / Math.max(limit, 1));
  const isFull = limit !== undefined && used >= limit;
  return (
    <div className={classes.meter}>
      <p className={classes.title}>{title}</p>
      <p className={classes.figure}>
        {format(used)}
        {limit !== undefined && <span className={classes.limit}> {words.of(format(limit))}</span>}
      </p>
      {limit !== undefined && (
        <div
          className={classes.track}
          role="meter"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={words.usedOf(format(used), format(limit))}
        >
          <div
            className={classes.fill}
            data-tone={isFull ? 'bad' : ends ? 'warn' : undefined}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      <p className={classes.note}>
        {limit === undefined
          ? words.noLimit
          : isFull
            ? words.usedUp
            : ends
              ? words.runsOut(formatDay(ends.toISOString()))
              : used > 0
                ? words.lasts
                : words.unused}
        {resetsAt && limit !== undefined && (
          <>
            {' '}
            {words.resets} <When time={resetsAt} />
          </>
        )}
      </p>
    </div>
  );
}

export function Meters({ usage: { quotas } }: { usage: Usage }) {
  const { id } = useWorkspace();
  const { data: history } = useQuery(usageHistoryQuery(id, 'day', 8));
  const now = Date.now();
  const month = monthStart(now);
  // Files are deleted one by one as their retention ends, so there is no reset time.
  const { resetsAt, ...keptBytes } = quotas.storage_bytes;
  return (
    <section className={classes.meters} aria-label={words.now}>
      <Meter
        title={words.month}
        quota={quotas.operations}
        format={formatCount}
        ends={runsOut(quotas.operations, month, now)}
      />
      <Meter
        title={words.today}
        quota={quotas.operations_daily}
        format={formatCount}
        ends={runsOut(quotas.operations_daily, dayStart(now), now)}
      />
      <Meter
        title={words.credits}
        quota={quotas.ai_credits}
        format={formatCount}
        ends={runsOut(quotas.ai_credits, month, now)}
      />
      <Meter
        title={words.storage}
        quota={keptBytes}
        format={formatBytes}
        ends={fillsUp(quotas.storage_bytes, history?.windows ?? [], now)}
      />
    </section>
  );
}
