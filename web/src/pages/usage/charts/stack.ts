import type { UsageBreakdown, UsageHistory } from '@filemill/client';
import { type Bar, seriesTones, type Tone } from '../../../components/bars/bars.tsx';

type Window = UsageHistory['windows'][number];
type Share = UsageBreakdown['shares'][number];

/** One colour of a stacked chart. The last one stands for all types without a colour of their own. */
export interface Series {
  title: string;
  tone: Tone;
}

export interface Stack {
  series: Series[];
  /** Divides the total of a day. */
  divide: (window: Window) => Bar['parts'];
}

/** Divides the days by type. Those with the most are in a colour of their own. */
export function stackByType(
  shares: Share[],
  measure: 'operations' | 'credits',
  nameType: (id: string) => string,
  rest: string,
): Stack {
  const used = shares
    .filter(share => share[measure] > 0)
    .toSorted((one, other) => other[measure] - one[measure]);
  const chosen = seriesTones.flatMap((tone, index) => {
    const share = used[index];
    return share ? [{ share, tone }] : [];
  });
  const read = (share: Share, start: string): number =>
    share.days?.find(({ day }) => day === start.slice(0, 10))?.[measure] ?? 0;
  const divide = (window: Window): Bar['parts'] => {
    const parts = chosen.map(({ share, tone }) => ({ value: read(share, window.start), tone }));
    const sum = parts.reduce((all, { value }) => all + value, 0);
    const total = window[measure];
    // The total has what was charged, on the day a job was created; types have all jobs, on the day they ended. The total is
    // the height of the bar, so types that add up to more share it.
    const scale = sum > total ? total / sum : 1;
    const scaled = parts.map(({ value, tone }) => ({ value: value * scale, tone }));
    return [...scaled, { value: Math.max(0, total - sum), tone: 'rest' as const }];
  };
  return {
    series: [
      ...chosen.map(({ share, tone }) => ({ title: nameType(share.id ?? ''), tone })),
      ...(used.length > chosen.length ? [{ title: rest, tone: 'rest' as const }] : []),
    ],
    divide,
  };
}
