import type { Attempt } from './attempts.ts';
import { type Entry, expectationOf, pagesOf } from './index.ts';
import { speechFault } from './speech-truth.ts';

/** The outcome of one attempt. */
export interface Outcome {
  /** `refused`: at creation or upload, with a 4xx and a code. */
  status: 'completed' | 'failed' | 'refused' | 'broken';
  /** The failure's reason, or the code of the refusal. */
  why?: string;
  seconds: number;
  pages?: number | undefined;
  /** The recognised text, if any. */
  text?: string | undefined;
}

export type Verdict = 'passed' | 'failed' | 'wrong' | 'slow';

const slowSeconds = 60;
/** An internal failure never passes. */
const internalReasons = new Set(['engine_error', 'timeout']);

/** Compares an outcome with the expectation of the index. */
export function judge(entry: Entry, attempt: Attempt, outcome: Outcome): { verdict: Verdict; note: string } {
  const { status, why = '', seconds } = outcome;
  const said = `${status}${why && ` (${why})`}`;
  if (seconds > slowSeconds) return { verdict: 'slow', note: `${seconds.toFixed(0)} s, ${said}` };
  if (status === 'broken' || internalReasons.has(why)) return { verdict: 'failed', note: said };
  const clean = status === 'failed' || status === 'refused';
  switch (expectationOf(entry)) {
    case 'lenient':
      return { verdict: 'passed', note: said };
    case 'fail':
    case 'limit':
      return { verdict: clean ? 'passed' : 'wrong', note: said };
    case 'password':
      return { verdict: why === 'password_required' ? 'passed' : 'wrong', note: said };
    case 'ok': {
      if (status !== 'completed') return { verdict: 'failed', note: said };
      const fault = attempt.type === 'speech-to-text' && speechFault(entry, outcome.text ?? '');
      if (fault) return { verdict: 'wrong', note: fault };
      const pages = pagesOf(entry);
      const wrong = pages !== undefined && attempt.type === 'pdf-rotate' && outcome.pages !== pages;
      return wrong
        ? { verdict: 'wrong', note: `${outcome.pages} pages, not ${pages}` }
        : { verdict: 'passed', note: said };
    }
  }
}
