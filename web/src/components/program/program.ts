/** A job or a recipe run to be shown as code. */
export interface Act {
  /** The end of the request's address: a job type's id, or `recipes/` and a recipe's id. */
  runs: string;
  options: Record<string, unknown>;
  filenames: string[];
  /** Whether the job type takes several files. */
  takesMany?: boolean;
  /** The name of the result file. */
  result: string;
}

/** Options that are never shown. */
const secret = /password/i;
const hideSecrets = (options: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, secret.test(name) ? '…' : value]));

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** One request with the file and its options. */
export function asCurl({ runs, options, filenames, result }: Act, base: string): string {
  const entries = Object.entries(hideSecrets(options));
  const rest = Object.fromEntries(entries.filter(([, value]) => !isScalar(value)));
  const fields = [
    ...entries
      .filter(([, value]) => isScalar(value))
      .map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
    ...(Object.keys(rest).length > 0 ? [`-F ${quote(`options=${JSON.stringify(rest)}`)}`] : []),
    ...filenames.map(filename => `-F ${quote(`file=@${filename}`)}`),
  ];
  return [
    `curl ${base}/run/${runs}`,
    '-H "Authorization: Bearer $FILEMILL_API_KEY"',
    ...fields,
    `-o ${quote(result)}`,
  ].join(' \\\n  ');
}

const writeLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');

function writeCall({ runs, options, filenames, takesMany }: Act): string {
  const given = hideSecrets(options);
  const some = Object.keys(given).length > 0 && { options: given };
  const [, recipeId] = /^recipes\/(.*)$/.exec(runs) ?? [];
  if (recipeId) return `run(${writeLiteral(recipeId)}, ${writeLiteral(filenames[0])})`;
  if (takesMany)
    return `combine([${filenames.map(writeLiteral).join(', ')}], ${writeLiteral({ type: runs, ...some })})`;
  return `convert(${writeLiteral(filenames[0])}, ${writeLiteral({ type: runs, ...some })})`;
}

export const asClient = (act: Act, origin: string): string => `import { Filemill } from "@filemill/client";

const filemill = new Filemill({ baseUrl: ${writeLiteral(origin)}, apiKey: process.env.FILEMILL_API_KEY });
const result = await filemill.${writeCall(act)};
await result.saveTo(${writeLiteral(act.result)});`;

/** The job as a recipe step, if possible: a step takes one file, and a recipe cannot be a step. */
export const asStep = ({ runs, options, takesMany }: Act): string | undefined =>
  takesMany || runs.startsWith('recipes/')
    ? undefined
    : JSON.stringify({ jobType: runs, options: hideSecrets(options) }, null, 2);
