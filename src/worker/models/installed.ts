import type { Engine } from '../../engines/engine.ts';
import type { ModelWatch } from '../../models/watch.ts';
import type { FindModel } from './model.ts';

/** What a model takes where neither its entry nor its engine says. */
const unknownMb = 2048;

/** Finds installed models; what one takes says its entry (`settings.memoryMb`), else its engine. */
export function modelFinder(
  watch: Pick<ModelWatch, 'current'>,
  engines: readonly Pick<Engine, 'id' | 'heavyMb'>[],
): FindModel {
  const heavy = new Map(engines.map(({ id, heavyMb }) => [id, heavyMb]));
  return name => {
    const found = watch.current().find(({ entry }) => entry.name === name);
    if (!found) return undefined;
    const { engine, settings = {} } = found.entry;
    const memoryMb = Number(settings.memoryMb ?? heavy.get(engine) ?? unknownMb);
    return { name, engine, dir: found.dir, settings, memoryMb };
  };
}
