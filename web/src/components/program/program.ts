/** One job, as somebody would have a program do it. */
export interface Act {
  jobType: string;
  options: Record<string, unknown>;
  filename: string;
  /** What to call the result. */
  result: string;
}

/** Never shown, and not ours to repeat. */
const secret = /password/i;
const shown = (options: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, secret.test(name) ? '…' : value]));

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** One request: the file and its options in, the result out. */
export function asCurl({ jobType, options, filename, result }: Act, base: string): string {
  const entries = Object.entries(shown(options));
  const rest = Object.fromEntries(entries.filter(([, value]) => !isScalar(value)));
  const fields = [
    ...entries
      .filter(([, value]) => isScalar(value))
      .map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(Object.keys(rest).length > 0 ? [`-F ${quoted(`options=${JSON.stringify(rest)}`)}`] : []),
    `-F ${quoted(`file=@${filename}`)}`,
  ];
  return [
    `curl ${base}/run/${jobType}`,
    '-H "Authorization: Bearer $FILEMILL_API_KEY"',
    ...fields,
    `-o ${quoted(result)}`,
  ].join(' \\\n  ');
}

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/"([A-Za-z_]\w*)":/g, '$1:')
    .replaceAll('"', "'");

export function asClient({ jobType, options, filename, result }: Act, origin: string): string {
  const given = shown(options);
  const request = { type: jobType, ...(Object.keys(given).length > 0 && { options: given }) };
  return `import { Filemill } from '@filemill/client';

const filemill = new Filemill({ baseUrl: '${origin}', apiKey: process.env.FILEMILL_API_KEY });
const result = await filemill.convert('${filename}', ${literal(request)});
await result.saveTo('${result}');`;
}

export const asStep = ({ jobType, options }: Act): string =>
  JSON.stringify({ jobType, options: shown(options) }, null, 2);
