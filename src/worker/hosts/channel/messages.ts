import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type FailureId, failureIds } from '../../../contract/failure-catalogue.ts';
import { warningCodes, warningDetailNames } from '../../../contract/warnings.ts';
import type { InferTask } from '../../../engines/model.ts';
import { filenameLength } from '../../../formats/declared.ts';
import { type FormatId, formats } from '../../../formats/formats.ts';
import type { RunInput } from '../../../jobs/run.ts';
import { contentKinds } from '../../../settings/content-size.ts';
import { limits } from '../../../settings/limits.ts';
import type { Work } from '../../../settings/work.ts';

/** Modules to load before any job. With `keep`, the compiled code is written to the cache. */
export interface Load {
  modules: string[];
  keep: boolean;
}

/** One job, with paths as the host sees them. */
export interface RunTask {
  job: number;
  module: string;
  inputs: RunInput[];
  options: unknown;
  models: readonly string[];
  dir: string;
  /**
   * A job in memory, in `folder`, has the base64 bytes of its inputs, and a folder on disk for larger
   * outputs.
   */
  small?: { folder: string; files: string[]; spill: string } | undefined;
}

/** One call of a model, with paths as the model host sees them. */
export interface InferMessage extends Omit<InferTask, 'progress' | 'partial'> {
  job: number;
  module: string;
}

/** The worker's reply to a question of a running job. */
export interface Reply {
  job: number;
  ask: number;
  fraction?: number;
  partial?: unknown;
  /** The final answer is one of these two. */
  value?: Record<string, unknown>;
  failure?: { id: FailureId; detail: string };
}

/** The memory that each of its processes may map from now on. */
export interface Limit {
  dataBytes: number;
  /** True if every process it can see is its own. */
  isAlone: boolean;
}

export type ToHost =
  | { limit: Limit }
  | { load: Load }
  | { run: RunTask }
  | { infer: InferMessage }
  | { reply: Reply };

const closed = { additionalProperties: false } as const;
const workKinds = Object.keys(limits.work) as (keyof Work)[];
const formatIds = [...formats.keys()] as FormatId[];
const Job = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** The base64 length of the bytes that a host may send of one file. */
const bytesLength = 2 * 1024 * 1024;

/** An output has either bytes or a path. */
const Output = Type.Object(
  {
    path: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    bytes: Type.Optional(Type.String({ maxLength: bytesLength })),
    filename: Type.String({ minLength: 1, maxLength: filenameLength }),
    format: Type.Enum(formatIds),
    metadata: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,63}$' }),
        Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean()]),
        { ...closed, maxProperties: 64 },
      ),
    ),
  },
  closed,
);

const Path = Type.String({ minLength: 1, maxLength: 4096 });
const Name = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' });

/** The questions that a running job may ask the worker, numbered by `ask`. */
const Question = Type.Union([
  Type.Object(
    {
      job: Job,
      ask: Type.Integer({ minimum: 1 }),
      infer: Type.Object(
        {
          engine: Name,
          model: Name,
          input: Path,
          output: Type.Optional(Path),
          params: Type.Record(
            Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,63}$' }),
            Type.Union([Type.String({ maxLength: 8192 }), Type.Number(), Type.Boolean()]),
            { ...closed, maxProperties: 64 },
          ),
        },
        closed,
      ),
    },
    closed,
  ),
  Type.Object(
    {
      job: Job,
      ask: Type.Integer({ minimum: 1 }),
      charge: Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    },
    closed,
  ),
  Type.Object(
    {
      job: Job,
      ask: Type.Integer({ minimum: 1 }),
      measure: Type.Partial(Type.Record(Type.Enum(contentKinds), Type.Number({ minimum: 0 }), closed)),
    },
    closed,
  ),
  Type.Object(
    {
      job: Job,
      ask: Type.Integer({ minimum: 1 }),
      timestamp: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    },
    closed,
  ),
]);
export type Question = Static<typeof Question>;

const FromHost = Type.Union([
  Question,
  // Messages of a model host about a call.
  Type.Object({ job: Job, fraction: Type.Number({ minimum: 0, maximum: 1 }) }, closed),
  Type.Object({ job: Job, partial: Type.Unknown() }, closed),
  Type.Object({ job: Job, facts: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()) }, closed),
  // Messages of every host.
  Type.Object(
    {
      ready: Type.Object({ uid: Type.Integer(), seccomp: Type.Boolean(), confined: Type.Boolean() }, closed),
    },
    closed,
  ),
  Type.Object({ loaded: Type.Array(Type.String({ maxLength: 8192 }), { maxItems: 1000 }) }, closed),
  Type.Object(
    { job: Job, work: Type.Partial(Type.Record(Type.Enum(workKinds), Type.Number({ minimum: 0 }), closed)) },
    closed,
  ),
  Type.Object({ job: Job, progress: Type.Number({ minimum: 0, maximum: 99 }) }, closed),
  Type.Object(
    {
      job: Job,
      result: Type.Object(
        {
          outputs: Type.Array(Output, { maxItems: 100_000 }),
          engines: Type.Array(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }), { maxItems: 64 }),
          warnings: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  code: Type.Enum(warningCodes),
                  detail: Type.Optional(Type.Enum(warningDetailNames)),
                  fileIndex: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
                },
                closed,
              ),
              { maxItems: 100 },
            ),
          ),
        },
        closed,
      ),
    },
    closed,
  ),
  Type.Object(
    {
      job: Job,
      failure: Type.Object(
        {
          id: Type.Enum(failureIds),
          detail: Type.String(),
          part: Type.Optional(Type.String({ maxLength: 200 })),
          place: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
        },
        closed,
      ),
    },
    closed,
  ),
]);
/** The messages of a host. It has run code on untrusted files, so everything is validated. */
export type FromHost = Static<typeof FromHost>;

const compiled = Compile(FromHost);

/** Parses one line from a host; undefined if it is not a valid message. */
export function readMessage(line: string): FromHost | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return compiled.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
