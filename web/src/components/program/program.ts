/** One job, or one run of a recipe, as somebody would have a program do it. */
export interface Act {
  /** A job type's id, or `recipes/` and a recipe's: what the address of the one request ends with. */
  runs: string;
  options: Record<string, unknown>;
  filenames: string[];
  /** Whether the job type takes several files. */
  takesMany?: boolean;
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
export function asCurl({ runs, options, filenames, result }: Act, base: string): string {
  const entries = Object.entries(shown(options));
  const rest = Object.fromEntries(entries.filter(([, value]) => !isScalar(value)));
  const fields = [
    ...entries
      .filter(([, value]) => isScalar(value))
      .map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(Object.keys(rest).length > 0 ? [`-F ${quoted(`options=${JSON.stringify(rest)}`)}`] : []),
    ...filenames.map(filename => `-F ${quoted(`file=@${filename}`)}`),
  ];
  return [
    `curl ${base}/run/${runs}`,
    '-H "Authorization: Bearer $FILEMILL_API_KEY"',
    ...fields,
    `-o ${quoted(result)}`,
  ].join(' \\\n  ');
}

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');

function callOf({ runs, options, filenames, takesMany }: Act): string {
  const given = shown(options);
  const some = Object.keys(given).length > 0 && { options: given };
  const [, recipeId] = /^recipes\/(.*)$/.exec(runs) ?? [];
  if (recipeId) return `run(${literal(recipeId)}, ${literal(filenames[0])})`;
  if (takesMany)
    return `combine([${filenames.map(literal).join(', ')}], ${literal({ type: runs, ...some })})`;
  return `convert(${literal(filenames[0])}, ${literal({ type: runs, ...some })})`;
}

export const asClient = (act: Act, origin: string): string => `import { Filemill } from "@filemill/client";

const filemill = new Filemill({ baseUrl: ${literal(origin)}, apiKey: process.env.FILEMILL_API_KEY });
const result = await filemill.${callOf(act)};
await result.saveTo(${literal(act.result)});`;

/** As a step of a recipe, where it can be one: a step takes one file, and a recipe is no step itself. */
export const asStep = ({ runs, options, takesMany }: Act): string | undefined =>
  takesMany || runs.startsWith('recipes/')
    ? undefined
    : JSON.stringify({ jobType: runs, options: shown(options) }, null, 2);
