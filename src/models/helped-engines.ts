import type { InstalledModel } from './installed.ts';
import { getVersion } from './model.ts';

/** Engines that read more with the models of another engine, by the id of that one. */
const helpedBy: Readonly<Record<string, string>> = { 'page-layout': 'pdfium' };

/**
 * Adds the models that help an engine to its version, because what it reads depends on them: earlier results are not reused
 * after such a model was added, replaced or removed.
 */
export const addHelpers = (id: string, version: string, models: readonly InstalledModel[]): string =>
  models
    .filter(({ entry }) => helpedBy[entry.engine] === id)
    .reduce((all, { entry }) => `${all} + ${entry.name} ${getVersion(entry)}`, version);
