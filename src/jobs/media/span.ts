import { Type } from 'typebox';
import { JobFailure } from '../../contract/failure.ts';
import { Refusal } from '../job-type.ts';

/** The longest time that an option can name: a week. */
const maxSeconds = 604_800;

const seconds = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: maxSeconds, 'x-group': 'Part', description }));

/** The options that name the part of a recording that is used. */
export const spanOptions = {
  start: seconds('Where to start, in seconds from the beginning.'),
  end: seconds('Where to end, in seconds from the beginning.'),
};

export interface Span {
  start?: number;
  end?: number;
}

export function requireOrder({ start = 0, end }: Span): void {
  if (end !== undefined && end <= start)
    throw new Refusal('options.end', '`options.end` must be later than `options.start`.');
}

/** Returns how much of a recording of this length the span has. Fails if it begins after the end. */
export function measureSpan({ start = 0, end }: Span, length: number): number {
  if (start > 0 && start >= length) throw new JobFailure('start_beyond_end', `the recording has ${length} s`);
  return Math.min(end ?? length, length) - start;
}
