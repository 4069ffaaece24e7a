import type { JobType } from '@filemill/client';
import { strings } from '../wording/strings.ts';

/** Something that can be made of a file: a job type, and for some the format it is to write. */
export interface Target {
  id: string;
  jobType: JobType;
  title: string;
  note: string;
  group: string;
  /** What the choice itself sets. */
  options: Record<string, unknown>;
  /** The format that comes out, where it is one. */
  output: string | undefined;
}

interface OptionsSchema {
  properties: Record<string, Schema>;
  required?: string[];
}
interface Schema {
  enum?: string[];
  anyOf?: { const?: unknown }[];
  default?: unknown;
}

const words = strings.targets;

/** One choice for each format they write: what one asks for is the format, not the job type. */
const byFormat = new Set(['document-convert', 'image-convert', 'speech-to-text', 'ocr', 'pdf-to-image']);

/** The option that says what is written. */
const formatOption = ({ options }: JobType): 'outputFormat' | 'format' | undefined => {
  const { properties } = options as OptionsSchema;
  return 'outputFormat' in properties ? 'outputFormat' : 'format' in properties ? 'format' : undefined;
};

const valuesOf = ({ enum: listed, anyOf }: Schema): string[] =>
  listed ?? anyOf?.flatMap(each => (typeof each.const === 'string' ? [each.const] : [])) ?? [];

function splits(jobType: JobType): boolean {
  const option = formatOption(jobType);
  if (!option) return false;
  const { properties, required = [] } = jobType.options as OptionsSchema;
  return byFormat.has(jobType.id) || (required.includes(option) && properties[option]!.default === undefined);
}

function groupOf({ id, tabs }: JobType): string {
  if (tabs.includes('ai')) return words.groups.ai;
  if (id === 'ocr') return words.groups.read;
  if (id === 'pdf-to-image' || id === 'pdf-to-pdfa' || tabs.some(tab => ['document', 'data'].includes(tab)))
    return words.groups.convert;
  if (tabs.includes('pdf')) return words.groups.pdf;
  return id === 'image-convert' ? words.groups.convert : words.groups.image;
}

/** What comes before the first full stop or colon. */
const firstSentence = (text: string): string => /^[^.]*\.?/.exec(text)![0];

function targetsOf(jobType: JobType, format: string): Target[] {
  const outputs = jobType.conversions[format] ?? [];
  const group = groupOf(jobType);
  if (!splits(jobType))
    return [
      {
        id: jobType.id,
        jobType,
        group,
        title: words.titles[jobType.id] ?? jobType.title,
        note: firstSentence(jobType.summary),
        options: {},
        output: outputs.length === 1 ? outputs[0] : undefined,
      },
    ];
  const option = formatOption(jobType)!;
  const { properties } = jobType.options as OptionsSchema;
  const offered = valuesOf(properties[option]!);
  // Where the same format can come out by another setting only, the list of conversions does not name it.
  const possible = option === 'format' ? offered : offered.filter(each => outputs.includes(each));
  return possible
    .filter(output => output !== format || jobType.id === 'ocr')
    .map(output => {
      const id = `${jobType.id}:${output}`;
      const label = words.formats[output] ?? output.toUpperCase();
      return {
        id,
        jobType,
        group,
        title: words.titles[id] ?? label,
        note: words.notes[id] ?? words.formatNotes[output] ?? '',
        options: { [option]: output },
        output,
      };
    });
}

/** What one most often wants of such a file comes first; the rest follows in the order of the service. */
const likely: [RegExp, string[]][] = [
  [
    /^pdf$/,
    [
      'document-convert:docx',
      'pdf-compress',
      'ocr:pdf',
      'pdf-to-image:png',
      'document-convert:md',
      'document-convert:txt',
      'pdf-split',
      'pdf-extract',
    ],
  ],
  [/^(heic|heif)$/, ['image-convert:jpeg', 'image-convert:png', 'image-convert:webp', 'image-convert:pdf']],
  [/^svg$/, ['image-convert:png', 'image-convert:pdf', 'image-convert:webp']],
  [
    /^(png|jpeg|webp|gif|tiff|bmp|avif|jxl|ico)$/,
    [
      'image-convert:webp',
      'image-convert:jpeg',
      'image-convert:png',
      'image-compress',
      'image-resize',
      'image-convert:pdf',
      'image-convert:avif',
      'ocr:txt',
      'image-upscale',
    ],
  ],
  [
    /^(xlsx|xls|ods)$/,
    ['document-convert:csv', 'document-convert:pdf', 'document-convert:xlsx', 'document-convert:json'],
  ],
  [
    /^(csv|tsv|json|ndjson|xml|yaml|toml|parquet|arrow|avro)$/,
    ['document-convert:xlsx', 'document-convert:json', 'document-convert:csv', 'document-convert:parquet'],
  ],
  [/^(mp4|mov|mkv|webm|avi)$/, ['speech-to-text:srt', 'speech-to-text:txt', 'voice-isolation']],
  [
    /^(mp3|wav|flac|m4a|ogg|opus|aac)$/,
    ['speech-to-text:txt', 'speech-to-text:srt', 'voice-isolation', 'stem-separation'],
  ],
  [
    /./,
    [
      'document-convert:pdf',
      'document-convert:docx',
      'document-convert:md',
      'document-convert:html',
      'document-convert:txt',
    ],
  ],
];

/** Everything that can be made of a format here, most likely first. Job types that take several files are not among it. */
export function targetsFor(format: string | undefined, jobTypes: JobType[]): Target[] {
  if (!format) return [];
  const targets = jobTypes
    .filter(({ available, inputs, conversions }) => available && inputs === 'one' && format in conversions)
    .flatMap(jobType => targetsOf(jobType, format));
  const order = likely.find(([pattern]) => pattern.test(format))![1];
  const place = ({ id }: Target) => (order.includes(id) ? order.indexOf(id) : order.length);
  return targets
    .map((target, index) => ({ target, index }))
    .sort((one, other) => place(one.target) - place(other.target) || one.index - other.index)
    .map(({ target }) => target);
}

/** Whether one would often want this of such a file. */
export const isLikely = (target: Target, format: string | undefined): boolean =>
  likely.find(([pattern]) => pattern.test(format ?? ''))?.[1].includes(target.id) ?? false;

export const findTarget = (
  id: string | undefined,
  format: string | undefined,
  jobTypes: JobType[],
): Target | undefined => targetsFor(format, jobTypes).find(target => target.id === id);
