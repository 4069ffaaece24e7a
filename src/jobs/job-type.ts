import type { Static, TObject } from 'typebox';
import type { FormatId } from '../formats/formats.ts';
import { nameNeed } from '../models/model.ts';

/** The tab a job type stands under in the workspace and in a recipe step's config. */
export type Tab = 'image' | 'pdf' | 'document' | 'spreadsheet' | 'data' | 'ocr' | 'ai';

/** What one request to a job type comes to, known before anything runs. */
export interface Resolution {
  /** The formats an output file may have. */
  outputs: FormatId[];
  /** `many`: the number of files depends on the content. */
  count: 'one' | 'many';
  /** Engines (folders of `src/engines`) that must be installed to run this request. */
  engines: string[];
  /** Models that this request runs, by their names in the manifest. */
  models?: string[];
  /** What serves where the installation leaves these models out for their licence (MODELS=permissive). */
  instead?: Pick<Resolution, 'engines' | 'models'>;
  /** The pool of hosts it runs in; `standard` unless an engine lives in hosts of its own. */
  host?: string;
  /** Where this request may use other than what its job type may. */
  limits?: JobLimits;
}

/** What a worker must have to run it: engines, and models as `model:<name>`. */
export const listNeeds = ({ engines, models = [] }: Pick<Resolution, 'engines' | 'models'>): string[] => [
  ...engines,
  ...models.map(nameNeed),
];

/** A request that no run could satisfy: answered 400 when the job is created. Its message is a sentence for the caller. */
export class Refusal extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.path = path;
  }
}

/** What an AI job costs: `amount` credits for each started `size` of the unit, at least 1. */
export interface Credits {
  unit: 'minute' | 'megapixel';
  size: number;
  amount: number;
}

/**
 * What one job may use. Left out: the defaults of `limits.ts`, which also has the most (`mostJobMemoryMb`) and what each piece
 * of work may take.
 */
export interface JobLimits {
  /** The longest that it may take in all, however much work it has. */
  seconds?: number;
  /** How long it has to begin with, before it says what work it begins. */
  startSeconds?: number;
  memoryMb?: number;
}

/**
 * A job type is a folder: `job.ts` exports `job`, this declaration (pure data and schema, safe to load anywhere);
 * `run.ts` exports `run` and is only ever loaded inside a host.
 */
export interface JobType<Options extends TObject = TObject, Accepted extends FormatId = FormatId> {
  id: string;
  tabs: readonly [Tab, ...Tab[]];
  title: string;
  /** One sentence for the reference page and the command line. */
  summary: string;
  accepts: readonly Accepted[];
  /** `many`: created with an ordered list of files, by POST to an endpoint of its own. */
  inputs: 'one' | 'many';
  /** The address of that endpoint, where it is not the id. */
  endpoint?: string;
  /** A closed TypeBox object. A property marked `writeOnly` is kept encrypted and never shown. */
  options: Options;
  /** Options whose values must be among what an engine of the installation offers (`choices` of its facts). */
  installedChoices?: readonly string[];
  /** In a recipe nothing may follow it: it makes an unknown number of files, or files that nothing takes on. */
  finalStepOnly?: true;
  /**
   * What `POST /convert/:outputFormat` may choose it for, where the format is all a request need say: another `format` of the
   * same content, or the `words` that can be seen or heard in it, where no other format of it is asked for.
   */
  converts?: 'format' | 'words';
  limits?: JobLimits;
  /** Left out: it costs none. Its run says by `charge` how much work there is. */
  credits?: Credits;
  /** Options that make a valid request, where `outputFormat` and the defaults alone make none. */
  example?: Record<string, unknown>;
  /** The options that have an effect on one conversion, where others would be refused. Left out: all of them always. */
  optionsFor?(input: Accepted, outputFormat: string): readonly string[];
  /** Throws `Refusal` where input and options have no meaning together. */
  resolve(request: { input: Accepted; options: Static<Options> }): Resolution;
}

export const defineJobType = <Options extends TObject, const Accepted extends FormatId>(
  job: JobType<Options, Accepted>,
): JobType<Options, Accepted> => job;

/** Where a job type that takes several files is created. */
export const getEndpoint = ({ id, endpoint }: JobType): string => endpoint ?? id;
