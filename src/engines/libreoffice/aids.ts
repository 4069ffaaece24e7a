import { stat } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import type { Aids } from '../conversion.ts';
import { drawWithOffice } from './office.ts';

/** Draws pictures as PNG files beside them, and returns those that could be drawn. */
export const drawMetafiles: Aids['drawMetafiles'] = async (pictures, dir) => {
  const pairs = pictures.map(path => [path, `${path}.png`] as [string, string]);
  await drawWithOffice({ draw: pairs }, dir).catch(error => {
    // The text of the document is worth having without its pictures.
    if (!(error instanceof JobFailure)) throw error;
  });
  const made = await Promise.all(
    pairs.map(async pair => ((await stat(pair[1]).catch(() => undefined))?.size ? [pair] : [])),
  );
  return new Map(made.flat());
};
