import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { failureReasons } from '../../contract/states.ts';
import { filenameLength } from '../../formats/declared.ts';
import { type FormatId, formats } from '../../formats/formats.ts';
import type { RunInput } from '../../jobs/run.ts';

/** Modules to load before any job; with `keep`, what was compiled is written down. */
export interface Load {
  modules: string[];
  keep: boolean;
}

/** One job, its paths as the host sees them. */
export interface RunTask {
  job: number;
  module: string;
  inputs: RunInput[];
  options: unknown;
  dir: string;
}

export type ToHost = { load: Load } | { run: RunTask };

const closed = { additionalProperties: false } as const;
const formatIds = [...formats.keys()] as FormatId[];
const Job = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const Output = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 4096 }),
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

const FromHost = Type.Union([
  Type.Object(
    {
      ready: Type.Object({ uid: Type.Integer(), seccomp: Type.Boolean(), confined: Type.Boolean() }, closed),
    },
    closed,
  ),
  Type.Object({ loaded: Type.Array(Type.String({ maxLength: 8192 }), { maxItems: 1000 }) }, closed),
  Type.Object({ job: Job, progress: Type.Number({ minimum: 0, maximum: 99 }) }, closed),
  Type.Object(
    {
      job: Job,
      result: Type.Object(
        {
          outputs: Type.Array(Output, { maxItems: 100_000 }),
          engines: Type.Array(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }), { maxItems: 64 }),
        },
        closed,
      ),
    },
    closed,
  ),
  Type.Object(
    {
      job: Job,
      failure: Type.Object({ reason: Type.Enum([...failureReasons]), detail: Type.String() }, closed),
    },
    closed,
  ),
]);
/** What a host may say. It has run code on a stranger's file, so not a word is taken on trust. */
export type FromHost = Static<typeof FromHost>;

const compiled = Compile(FromHost);

/** One line from a host, or undefined where it is no message. */
export function readMessage(line: string): FromHost | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return compiled.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
