/**
 * Values that other options, or the format of the input under the name `input`, must have: one of each list. The empty text stands
 * for an option that is left out.
 */
export type Condition = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** The wording and the conditions of one option in forms. */
export interface FormField {
  /** One short sentence. By default the first sentence of the description. */
  help?: string;
  /** The labels of its values; the empty text stands for leaving it out. By default they are made of the values. */
  labels?: Readonly<Record<string, string>>;
  /** The value that applies if it is left out, where the schema has no default because the option is refused elsewhere. */
  standard?: unknown;
  /** It is shown only under this condition, and left out otherwise. */
  shownWhen?: Condition;
  /** `bytes` is given in megabytes, `file` as a file, whose content is sent in base64, and `form` in the fields of a PDF form. */
  control?: 'bytes' | 'file' | 'form';
  /** Forms do not offer it, because another option says the same. */
  hidden?: true;
}

/** The ways to use a job type. Forms ask for one first, and then show only its options and those of no way. */
export interface FormWays {
  /** The question that the ways answer: "What to make". */
  title: string;
  /** The first is chosen until a person gives an option that another one sets. */
  list: readonly FormWay[];
}

interface FormWay {
  title: string;
  options: readonly string[];
  /** The options that choosing it sets. */
  sets?: Readonly<Record<string, unknown>>;
}

/** Options of which one must be given. */
export interface Need {
  options: readonly string[];
  /** A request to a person: "Choose a width". */
  hint: string;
  when?: Condition;
}

const keywords = {
  help: 'x-help',
  labels: 'x-labels',
  standard: 'x-default',
  shownWhen: 'x-shown-when',
  control: 'x-control',
  hidden: 'x-hidden',
} as const satisfies Record<keyof FormField, string>;

/** Returns the keywords for the JSON Schema of an option. */
export const inForm = (field: FormField): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(field).map(([name, value]) => [keywords[name as keyof FormField], value]),
  );

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Returns the needs that these options, defaults included, leave open. */
export const listOpenNeeds = (needs: readonly Need[], options: Record<string, unknown>): Need[] =>
  needs.filter(
    ({ options: names, when = {} }) =>
      Object.entries(when).every(([name, values]) => values.includes((options[name] ?? '') as string)) &&
      !names.some(name => isGiven(options[name])),
  );
