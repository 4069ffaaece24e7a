import type { Job, JobType } from '@filemill/client';
import { strings } from '../../strings.ts';

/** The same thing as one does it without the page. */
export interface Program {
  name: string;
  code: string;
}

const base = () => new URL('api/public', document.baseURI).href;
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Write-only options are not shown anywhere; the program says where they go. */
function fieldsOf(options: Record<string, unknown>): string[] {
  const scalars = Object.entries(options).filter(([, value]) => isScalar(value));
  const rest = Object.fromEntries(Object.entries(options).filter(([, value]) => !isScalar(value)));
  return [
    ...scalars.map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(Object.keys(rest).length > 0 ? [`-F ${quoted(`options=${JSON.stringify(rest)}`)}`] : []),
  ];
}

const indented = (value: unknown, by: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);

type Told = Pick<Job, 'type'> & { options: Record<string, unknown>; inputs: { filename: string }[] };

/** One request, the client, and a step of a recipe. */
export function programsOfJob({ type, options, inputs }: Told, known: JobType | undefined): Program[] {
  const files = inputs.length > 0 ? inputs.map(({ filename }) => filename) : ['file'];
  const curl = [
    `curl ${base()}/run/${type}`,
    '-H "Authorization: Bearer $FILEMILL_API_KEY"',
    ...files.map(name => `-F ${quoted(`file=@${name}`)}`),
    ...fieldsOf(options),
    '-OJ',
  ].join(' \\\n  ');
  const [tab = 'document'] = known?.tabs ?? [];
  const step = {
    name: known?.title ?? type,
    jobType: type,
    config: { tab, processingMode: 'server', [tab]: options },
  };
  const client = [
    "import { Filemill } from '@filemill/client';",
    '',
    `const filemill = new Filemill({ baseUrl: '${base()}', apiKey: process.env.FILEMILL_API_KEY });`,
    '',
    files.length > 1
      ? `const result = await filemill.merge(${indented(files, 0)}, ${indented(options, 0)});`
      : `const result = await filemill.convert(${quoted(files[0]!)}, ${indented({ type, options }, 0)});`,
  ].join('\n');
  return [
    { name: strings.program.curl, code: curl },
    { name: strings.program.client, code: client },
    ...(known?.inputs === 'many'
      ? []
      : [{ name: strings.program.step, code: JSON.stringify(step, null, 2) }]),
  ];
}
