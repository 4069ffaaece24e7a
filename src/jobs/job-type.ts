import type { Static, TObject } from 'typebox';
import type { FormatId } from '../formats/formats.ts';
import { nameNeed } from '../models/model.ts';
import type { Condition, FormField, FormWays, Need } from './form-fields.ts';

/** A heading above the actions offered for a file. Headings of a lower rank come first. */
export interface Heading {
  title: string;
  rank: number;
}

/** The result itself beside the original, the pages that it changes, or the fields of the form that it fills in. */
export type PreviewKind = 'picture' | 'pages' | 'fields';

/** A family of job types: its id in plans and in a recipe step's config, and its texts in the workspace. */
export interface Tab {
  id: string;
  /** A noun for the whole family: "Images". */
  title: string;
  /** The heading of its job types in the workspace: "Edit image". */
  heading: Heading;
}

/** The heading above job types that convert a file to another format, whatever their tab. */
export const turnInto: Heading = { title: 'Turn into', rank: 10 };

/**
 * A short name for a job type: the command `filemill merge`, and a tool for language models. Other job types
 * run as `run <id>`. It is in `verb.ts` beside the declaration, because the help lists all verbs and loads
 * nothing else.
 */
export interface Verb {
  /** Lower-case words, joined by dashes. */
  name: string;
  /** The tool's name, if it is not the verb's name with underscores. */
  tool?: string;
  /** One line of the command's help, without a capital or a full stop. */
  summary: string;
}

/** Returns the name of the tool for language models. */
export const nameTool = ({ name, tool }: Verb): string => tool ?? name.replaceAll('-', '_');

/** Files for which a job type is suggested. Offers of a lower rank come first. */
export interface Suggestion {
  inputs: readonly FormatId[];
  /** The format to write, if each format is offered separately. */
  format?: string;
  rank: number;
}

/** The role of one file among several, such as the document or the page stamped on it. */
export interface InputRole {
  /** A noun in lower case, for messages and command lines: "stamp". */
  name: string;
  /** One sentence about the file. */
  title: string;
  /** The accepted formats, if they are not all that the job type accepts. */
  accepts?: readonly FormatId[];
  /** True if it may be left out; then every role after it may be too. */
  optional?: true;
  /** True if all further files have this role. Only possible for the last role. */
  many?: true;
  /** Forms ask for its file only under this condition, and then require it. */
  shownWhen?: Condition;
}

/** The texts for one format that a job type writes, if those of the format itself are not specific enough. */
export interface FormatWords {
  title?: string;
  note?: string;
}

/** The plan for one request, known before anything runs. */
export interface Resolution {
  /** The formats an output file may have. */
  outputs: FormatId[];
  /** `many`: the number of files depends on the content. */
  count: 'one' | 'many';
  /** Engines (folders of `src/engines`) that must be installed to run this request. */
  engines: string[];
  /** Models that this request runs, by their names in the manifest. */
  models?: string[];
  /**
   * An engine whose installed models for this job type are used too. The request runs without them where there are none.
   */
  optionalEngine?: string;
  /** The fallback if the installation excludes these models for their licence (MODELS=permissive). */
  instead?: Pick<Resolution, 'engines' | 'models'>;
  /** The pool of hosts it runs in; `standard` unless an engine has hosts of its own. */
  host?: string;
  /** Limits of this request that differ from those of its job type. */
  limits?: JobLimits;
}

/** The requirement of jobs that fetch pages from the web, which an operator turns on. */
export const webAccess = 'web-access';

/** The requirement of signatures with a timestamp, whose servers an operator names. */
export const timestampServer = 'timestamp-server';

/** Lists the requirements for a worker: engines, and models as `model:<name>`. */
export const listNeeds = ({ engines, models = [] }: Pick<Resolution, 'engines' | 'models'>): string[] => [
  ...engines,
  ...models.map(nameNeed),
];

/**
 * A request that no run could satisfy, answered with 400 when the job is created. Its message is a sentence
 * for the caller.
 */
export class Refusal extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.path = path;
  }
}

/** The price of an AI job: `amount` credits for each started `size` of the unit, at least 1. */
export interface Credits {
  unit: 'minute' | 'megapixel';
  size: number;
  amount: number;
}

export interface OfferedAction {
  title: string;
  note: string;
  /** The option that says which action it is. */
  options: Record<string, string>;
}

/**
 * The limits of one job. The defaults are in `limits.ts`, as are the maximum (`maxJobMemoryMb`) and the time
 * for each piece of work.
 */
export interface JobLimits {
  /** The longest total time, however much work there is. */
  seconds?: number;
  /** The time until the job reports how much work it has. */
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
  /** `many`: a job needs several files, in order. */
  inputs: 'one' | 'many';
  /**
   * The roles of several files, in their order. Left out: they are all alike, and there are at least two. With one input, all
   * roles but the first are optional. In a recipe, the first is the step's own input, and the step names artifacts for the others.
   */
  roles?: readonly [InputRole, ...InputRole[]];
  /** An endpoint of its own that creates it, besides `POST /jobs`: "merge" for `POST /merge`. */
  endpoint?: string;
  /** A closed TypeBox object. A property marked `writeOnly` is stored encrypted and never shown. */
  options: Options;
  /** The wording of options in forms, where title and description are not enough. */
  form?: { readonly [Name in keyof Static<Options>]?: FormField };
  /** Ways to use it whose options exclude each other. */
  formWays?: FormWays;
  /** Options without which a request is refused. Required options without a default are added to them. */
  needs?: readonly Need[];
  /** Options whose values must be among the `choices` that an installed engine reports. */
  installedChoices?: readonly string[];
  /**
   * True if nothing may follow it in a recipe: it makes an unknown number of files, or files that no job type
   * accepts.
   */
  finalStepOnly?: true;
  /**
   * The role in which `POST /convert/:outputFormat` may choose it if the format is its only required option:
   * another `format` of the same content, otherwise of pictures in `motion`, otherwise the `words` seen or
   * heard in it.
   */
  converts?: 'format' | 'motion' | 'words';
  verb?: Verb;
  /** The heading in the workspace, if it is not that of its first tab. */
  heading?: Heading;
  /** Offers each output format separately, because users look for the format. */
  offersFormats?: true | Readonly<Record<string, FormatWords>>;
  /** Offers each of these actions separately, by its own options. The first is the one that people usually look for. */
  offersActions?: readonly [OfferedAction, ...OfferedAction[]];
  /** True if it is offered for files of its output format too, because it changes the content. */
  offersSameFormat?: true;
  suggestedFor?: readonly Suggestion[];
  /** The way in which the workspace shows its result before the job. Free job types of one image show a picture without declaring it. */
  preview?: PreviewKind;
  /** Its run sends text while it works, with `tellPartial`. */
  streamsText?: true;
  /** Its purpose is repair: a damaged input gets no warning, and it is offered for files that another job could not read. */
  repairs?: true;
  limits?: JobLimits;
  /** The price; free if left out. Its run reports the amount of work with `charge`. */
  credits?: Credits;
  /** Options that make a valid request, if `outputFormat` and the defaults are not enough. */
  example?: Record<string, unknown>;
  /**
   * The options that have an effect on one conversion; others are refused. Without this function, all options
   * are accepted.
   */
  optionsFor?(input: Accepted, outputFormat: string): readonly string[];
  /** The wording of options that differs for one conversion. */
  formFor?(input: Accepted, outputFormat: string): Readonly<Record<string, FormField>>;
  /** Throws `Refusal` if input and options do not fit together. `files` is the number of files, if it is known. */
  resolve(request: { input: Accepted; options: Static<Options>; files?: number }): Resolution;
}

export const defineJobType = <Options extends TObject, const Accepted extends FormatId>(
  job: JobType<Options, Accepted>,
): JobType<Options, Accepted> => job;

/** Names how the workspace shows its result before the job. What costs credits has no preview. */
export const findPreview = ({ preview, inputs, tabs, credits }: JobType): PreviewKind | undefined =>
  credits
    ? undefined
    : (preview ?? (inputs === 'one' && hasTab({ tabs }, ['image']) ? 'picture' : undefined));

/** Returns true if it belongs to one of these tabs, such as those that a plan allows. */
export const hasTab = ({ tabs }: Pick<JobType, 'tabs'>, ids: readonly string[]): boolean =>
  tabs.some(({ id }) => ids.includes(id));
