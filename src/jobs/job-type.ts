import type { Static, TObject } from 'typebox';
import type { FormatId } from '../formats/formats.ts';
import { nameNeed } from '../models/model.ts';

/** A heading above what can be done with a file. Headings of a lower rank come first. */
export interface Heading {
  title: string;
  rank: number;
}

/** A family of job types: its id in plans and in a recipe step's config, and its words in the workspace. */
export interface Tab {
  id: string;
  /** A noun for all of it: "Images". */
  title: string;
  /** The heading of its job types in the workspace: "Edit image". */
  heading: Heading;
}

/** The heading above job types that make another format of a file, whatever their tab. */
export const turnInto: Heading = { title: 'Turn into', rank: 10 };

/**
 * A name of its own for a job type: the command `filemill merge`, and a tool for models. Others are run as `run <id>`. It
 * stands in `verb.ts` beside the declaration, because the help lists all verbs and loads nothing else.
 */
export interface Verb {
  /** Lower-case words, joined by dashes. */
  name: string;
  /** The tool's name, where it is not the verb's with underscores. */
  tool?: string;
  /** One line of the command's help, without a capital or a full stop. */
  summary: string;
}

/** The name of the tool for models. */
export const nameTool = ({ name, tool }: Verb): string => tool ?? name.replaceAll('-', '_');

/** Files for which a job type is offered among the first. Of all offers for a file the one of the lowest rank comes first. */
export interface Suggestion {
  inputs: readonly FormatId[];
  /** The format to write, where each is offered by itself. */
  format?: string;
  rank: number;
}

/** The part that one file plays among several: the document, and the page that is stamped on it. */
export interface InputRole {
  /** A noun in lower case, for messages and command lines: "stamp". */
  name: string;
  /** One sentence about the file. */
  title: string;
  /** The formats it may have, where they are not all that the job type accepts. */
  accepts?: readonly FormatId[];
  /** It may be left out, and so may every role after it. */
  optional?: true;
  /** All further files have this role. Only the last role may say so. */
  many?: true;
}

/** The words for one format that a job type writes, where those of the format itself say too little. */
export interface FormatWords {
  title?: string;
  note?: string;
}

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
  /** What it makes of a file, in a few words, where the title is too long or too general for a list: "Smaller PDF". */
  shortTitle?: string;
  /** One sentence for the reference page and the command line. */
  summary: string;
  accepts: readonly Accepted[];
  /** `many`: created with an ordered list of files, by POST to an endpoint of its own. */
  inputs: 'one' | 'many';
  /** The parts of several files, in their order. Left out: they are all alike, and there are at least two. */
  roles?: readonly [InputRole, ...InputRole[]];
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
  verb?: Verb;
  /** The heading in the workspace, where it is not that of its first tab. */
  heading?: Heading;
  /** Each format it writes is offered by itself, because the format is what one asks for. */
  offersFormats?: true | Readonly<Record<string, FormatWords>>;
  /** It is offered for a file of the format it writes too, because it changes the content. */
  offersSameFormat?: true;
  suggestedFor?: readonly Suggestion[];
  /** Its run tells text while it works, by `tellPartial`. */
  streamsText?: true;
  /** It is there to repair: that its input was damaged is no warning. */
  expectsDamage?: true;
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

/** Whether it stands under one of these tabs, such as those that a plan allows. */
export const hasTab = ({ tabs }: Pick<JobType, 'tabs'>, ids: readonly string[]): boolean =>
  tabs.some(({ id }) => ids.includes(id));

/** The endpoint where a job type that takes several files is created. */
export const getEndpoint = ({ id, endpoint }: JobType): string => endpoint ?? id;
