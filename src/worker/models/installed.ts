import type { Engine } from '../../engines/engine.ts';
import type { ModelWatch } from '../../models/watch.ts';
import type { FindModel } from './model.ts';

/** The memory of a model if neither its entry nor its engine states it. */
const unknownMb = 2048;

/**
 * Finds installed models. Their memory comes from their entry (`settings.memoryMb`), otherwise from their
 * engine.
 */
export function createModelFinder(
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
