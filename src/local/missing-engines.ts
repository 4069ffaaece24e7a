import { loadEngines } from '../engines/probes.ts';

/**
 * Returns advice about engines that a job needs and this machine lacks, with the command or the setting that brings them;
 * undefined if none is missing.
 */
export async function adviseOnMissing(
  jobType: string,
  needed: readonly string[],
): Promise<string | undefined> {
  const engines = (await loadEngines()).filter(({ id }) => needed.includes(id));
  const here = await Promise.all(engines.map(engine => engine.probe()));
  const missing = engines.filter((_, index) => here[index] === undefined);
  if (missing.length === 0) return undefined;
  const titles = missing.map(({ title }) => title).join(', ');
  const settings = missing.flatMap(({ setting = [] }) => setting);
  if (settings.length > 0)
    return `${jobType} needs ${titles}, which is not set up. Set ${settings.join(', ')}.`;
  const packages = missing.flatMap(engine => engine.packages);
  const command =
    packages.length > 0 ? `apt-get install -y --no-install-recommends ${packages.join(' ')}` : 'npm install';
  return `${jobType} needs ${titles}, which is not installed. Install it with \`${command}\`.`;
}
