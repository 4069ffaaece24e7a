import { parseArgs } from 'node:util';

export const usage = `Usage: npm run bench -- [options]

Measures the service beside bare programs and other servers, and writes a table (Markdown and JSON) and charts (SVG).

  --rounds N        measure every side N times, in turn (default 5)
  --seconds N       measure for N seconds in each round (default 4)
  --only IDS        only these measurements, separated by commas, by their ids in figures.json: photo,word,charts
  --peer KIND=URL   measure another server too: gotenberg=http://localhost:3000 or convertx=http://localhost:3002
  --out FOLDER      where the files are written (default data/bench)
  --docs            write them into docs/performance.md and its folder instead
  --help            show this text

Nothing else should run meanwhile.`;

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not "${text}"`);
  return value;
}

/** Reads the options of `npm run bench`. A wrong one throws with a message that says what is right. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string' },
      peer: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: 'data/bench' },
      docs: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    only: values.only?.split(',').map(id => id.trim()),
    pace: { rounds: readNumber('rounds', values.rounds), seconds: readNumber('seconds', values.seconds) },
  };
}

/** Throws for a wanted measurement that does not exist, instead of measuring nothing. */
export function checkIds(wanted: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = wanted?.filter(id => !known.includes(id)) ?? [];
  if (unknown.length > 0)
    throw new Error(`--only has no measurement "${unknown.join('", "')}"; there are ${known.join(', ')}`);
}
