import type { InstalledModel } from './installed.ts';
import { getVersion } from './model.ts';

/** Engines that read more with the models of another engine, by the id of that one. */
const helpedBy: Readonly<Record<string, string>> = { 'page-layout': 'pdfium' };

/**
 * Adds the models that help an engine to its version, because what it reads depends on them: earlier results are not reused
 * after such a model was added, replaced or removed.
 */
export function addHelpers(
  engines: Readonly<Record<string, string>>,
  models: readonly InstalledModel[],
): Record<string, string> {
  const versions = { ...engines };
  for (const { entry } of models) {
    const helped = helpedBy[entry.engine];
    const version = helped === undefined ? undefined : versions[helped];
    if (helped !== undefined && version !== undefined)
      versions[helped] = `${version} + ${entry.name} ${getVersion(entry)}`;
  }
  return versions;
}
