import { resolve } from 'node:path';
import { startService } from '../../bench/service.ts';
import { formatTable } from '../../src/cli/output.ts';
import { attemptsFor, type OfferedType } from './attempts.ts';
import { type Entry, expectationOf, passwordOf, readIndex } from './index.ts';
import { judge, type Verdict } from './judge.ts';
import { ocrAccuracy } from './ocr-truth.ts';
import { Sender } from './send.ts';
import { type WordErrors, wordErrors } from './speech-truth.ts';

/**
 * `npm run corpus -- FOLDER [family…]`: sends every file of an INDEX.tsv through a running service with all suitable
 * job types, and prints the outcomes by family. Starts its own service unless FILEMILL_URL and FILEMILL_API_KEY name
 * one.
 */
const [folder, ...families] = process.argv.slice(2);
if (!folder) {
  console.error('usage: npm run corpus -- FOLDER [family…]');
  process.exit(2);
}
const { FILEMILL_URL: url, FILEMILL_API_KEY: key } = process.env;
const own = url && key ? undefined : await startService();
const sender = own
  ? new Sender(own.base.replace(/\/api\/public$/, ''), own.headers.authorization!.slice('Bearer '.length))
  : new Sender(url!, key!);

interface Row {
  entry: Entry;
  what: string;
  verdict: Verdict;
  note: string;
  /** For recognised text with a reference in the index. */
  accuracy?: number | undefined;
  /** For transcripts with a reference in the index. */
  errors?: WordErrors | undefined;
}

async function examine(entry: Entry, offered: OfferedType[]): Promise<Row[]> {
  const rows: Row[] = [];
  const password = passwordOf(entry);
  for (const attempt of attemptsFor(entry, offered)) {
    const what = `${attempt.type} ${Object.values(attempt.options).join(' ')}`.trim();
    const outcome = await sender.send(entry.file, attempt);
    const { text } = outcome;
    const accuracy = text !== undefined && attempt.type === 'ocr' ? ocrAccuracy(entry, text) : undefined;
    const errors =
      text !== undefined && attempt.type === 'speech-to-text' ? wordErrors(entry, text) : undefined;
    rows.push({ entry, what, ...judge(entry, attempt, outcome), accuracy, errors });
    // The same file must convert with its password.
    if (password !== undefined && expectationOf(entry) === 'password' && attempt.type !== 'pdf-merge') {
      const opened = { ...attempt, options: { ...attempt.options, password } };
      const then = await sender.send(entry.file, opened);
      const verdict = then.status === 'completed' ? 'passed' : 'failed';
      rows.push({
        entry,
        what: `${what}, with password`,
        verdict,
        note: `${then.status} ${then.why ?? ''}`,
      });
    }
  }
  return rows;
}

async function examineAll(entries: Entry[], offered: OfferedType[]): Promise<Row[]> {
  const rows: Row[] = [];
  const queue = [...entries];
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let entry = queue.shift(); entry; entry = queue.shift())
        rows.push(...(await examine(entry, offered)));
    }),
  );
  return rows;
}

try {
  const { jobTypes } = await sender.get<{ jobTypes: OfferedType[] }>('/job-types');
  const entries = readIndex(resolve(folder)).filter(
    ({ family }) => families.length === 0 || families.includes(family),
  );
  const rows = await examineAll(entries, jobTypes);
  const verdicts: Verdict[] = ['passed', 'failed', 'wrong', 'slow'];
  const byFamily = Object.groupBy(rows, row => row.entry.family);
  const summary = Object.entries(byFamily).map(([family, list]) => [
    family,
    String(new Set(list!.map(row => row.entry.path)).size),
    ...verdicts.map(verdict => String(list!.filter(row => row.verdict === verdict).length)),
  ]);
  const wanting = rows.filter(row => row.verdict !== 'passed');
  for (const { entry, what, verdict, note } of wanting)
    console.log(`${verdict.toUpperCase()}  ${entry.path}  ${what}: ${note}  [expected: ${entry.expected}]`);
  const untried = entries.filter(entry => !rows.some(row => row.entry === entry));
  if (untried.length > 0) console.log(`\nNo job type for: ${untried.map(entry => entry.path).join(', ')}`);
  console.log(
    `\n${formatTable([['FAMILY', 'FILES', ...verdicts.map(verdict => verdict.toUpperCase())], ...summary])}`,
  );
  const recognised = rows.flatMap(({ entry, accuracy }) =>
    accuracy === undefined ? [] : [{ entry, accuracy }],
  );
  if (recognised.length > 0) {
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const mean = recognised.reduce((sum, { accuracy }) => sum + accuracy, 0) / recognised.length;
    const each = recognised.map(({ entry, accuracy }) => [entry.path, percent(accuracy)]).sort();
    console.log(`\n${formatTable([['RECOGNISED', 'CHARACTERS'], ...each, ['mean', percent(mean)]])}`);
  }
  const transcribed = rows.flatMap(({ entry, errors }) => (errors ? [{ entry, ...errors }] : []));
  if (transcribed.length > 0) {
    const sum = (name: 'wrong' | 'words') => transcribed.reduce((all, each) => all + each[name], 0);
    const cells = ({ wrong, words }: WordErrors) => [
      `${wrong} of ${words}`,
      `${((100 * wrong) / words).toFixed(1)} %`,
    ];
    const each = transcribed.map(({ entry, ...errors }) => [entry.path, ...cells(errors)]).sort();
    const all = ['all', ...cells({ wrong: sum('wrong'), words: sum('words') })];
    console.log(`\n${formatTable([['WRITTEN DOWN', 'WRONG WORDS', 'RATE'], ...each, all])}`);
  }
  process.exitCode = wanting.length > 0 ? 1 : 0;
} finally {
  await own?.stop();
}
