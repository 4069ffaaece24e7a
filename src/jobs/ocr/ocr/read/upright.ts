import type { Grey } from '../grey.ts';
import { type Turn, wordsOf } from '../page.ts';
import { lineDirection } from '../prepare/skew.ts';
import { type Attempt, attempt, better, orientation, type Reading } from './attempt.ts';
import { partOf } from './part.ts';

/** A page that reads this well is the right way up. */
const good = 75;

/** Reading a page that lies on its side takes long and gives nothing: a look at its lines tells whether to ask first. */
export async function firstTurn(page: Grey, reading: Reading): Promise<Turn> {
  if (reading.rotate !== 'auto') return reading.rotate;
  return lineDirection(page) === 'down' ? ((await orientation(page, reading)) ?? 0) : 0;
}

/** The page the way up that it reads best. */
export async function upright(page: Grey, reading: Reading, first: Attempt): Promise<Attempt> {
  if (first.confidence >= good && !first.sideways) return first;
  // Even a page on its head gives something that passes for words; an empty one gives none.
  if (wordsOf(first.blocks).length === 0) return first;
  const { image: part } = partOf(page, first);
  const told = await orientation(part, reading);
  if (told === first.turn && !first.sideways) return first;
  if (told !== undefined && told !== first.turn) return better(first, await attempt(page, told, reading));
  const best = await likeliest(page, part, reading, first);
  if (part === page || best.turn === first.turn) return part === page ? best : first;
  return better(first, await attempt(page, best.turn, reading));
}

/** The part of the page the way up that it reads best. */
async function likeliest(page: Grey, part: Grey, reading: Reading, first: Attempt): Promise<Attempt> {
  let best = part === page ? first : await attempt(part, first.turn, reading);
  for (const turn of otherTurns(page, first)) {
    best = better(best, await attempt(part, turn, reading));
    if (best.confidence >= good && !best.sideways) break;
  }
  return best;
}

function otherTurns(page: Grey, first: Attempt): Turn[] {
  const onHead = ((first.turn + 180) % 360) as Turn;
  const onSide = ([90, 270, 0, 180] as const).filter(turn => turn % 180 !== first.turn % 180);
  const level = first.turn % 180 === 0 && !first.sideways && lineDirection(page) === 'across';
  return level ? [onHead] : [...onSide, onHead];
}
