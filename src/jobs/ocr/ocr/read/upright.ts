import type { Grey } from '../../../image/scans/grey.ts';
import { findLineDirection } from '../../../image/scans/skew.ts';
import { listWords, type Turn } from '../page.ts';
import { type Attempt, attemptReading, detectTurn, pickBetter, type Reading } from './attempt.ts';
import { choosePart } from './part.ts';

/** A page with this confidence is the right way up. */
const good = 75;

/**
 * Recognising a page that lies on its side takes long and gives nothing, so the direction of its lines is
 * checked first.
 */
export async function chooseFirstTurn(page: Grey, reading: Reading): Promise<Turn> {
  if (reading.rotate !== 'auto') return reading.rotate;
  return findLineDirection(page) === 'down' ? ((await detectTurn(page, reading)) ?? 0) : 0;
}

/** Returns the reading in the orientation that reads best. */
export async function turnUpright(page: Grey, reading: Reading, first: Attempt): Promise<Attempt> {
  if (first.confidence >= good && !first.sideways) return first;
  // Even an upside-down page gives something like words; an empty page gives none.
  if (listWords(first.blocks).length === 0) return first;
  const { image: part } = choosePart(page, first);
  const told = await detectTurn(part, reading);
  if (told === first.turn && !first.sideways) return first;
  if (told !== undefined && told !== first.turn)
    return pickBetter(first, await attemptReading(page, told, reading));
  const best = await findLikeliestTurn(page, part, reading, first);
  if (part === page || best.turn === first.turn) return part === page ? best : first;
  return pickBetter(first, await attemptReading(page, best.turn, reading));
}

/** Returns the reading of the part in the orientation that reads best. */
async function findLikeliestTurn(page: Grey, part: Grey, reading: Reading, first: Attempt): Promise<Attempt> {
  let best = part === page ? first : await attemptReading(part, first.turn, reading);
  for (const turn of listOtherTurns(page, first)) {
    best = pickBetter(best, await attemptReading(part, turn, reading));
    if (best.confidence >= good && !best.sideways) break;
  }
  return best;
}

function listOtherTurns(page: Grey, first: Attempt): Turn[] {
  const onHead = ((first.turn + 180) % 360) as Turn;
  const onSide = ([90, 270, 0, 180] as const).filter(turn => turn % 180 !== first.turn % 180);
  const level = first.turn % 180 === 0 && !first.sideways && findLineDirection(page) === 'across';
  return level ? [onHead] : [...onSide, onHead];
}
