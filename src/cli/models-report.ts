import { type ModelReport, writeLicenceNotice } from '../models/describe.ts';
import { formatTable } from './output.ts';

export const formatMegabytes = (bytes: number): string => (bytes ? `${(bytes / 1e6).toFixed(1)} MB` : '');

/** Formats the models as a table, with problems and commands below. */
export function formatModels(models: ModelReport[], problems: string[]): string {
  const rows = models.map(model => [
    model.name,
    model.state,
    model.default ? 'default' : 'on request',
    formatMegabytes(model.bytes),
    model.commercialUse ? 'yes' : 'NO',
    model.licence,
    model.jobTypes.join(', '),
    model.purpose,
  ]);
  const header = ['MODEL', 'STATE', 'FETCHED', 'SIZE', 'COMMERCIAL USE', 'LICENCE', 'JOB TYPES', 'WHAT FOR'];
  const notice = writeLicenceNotice(models.filter(({ state }) => state === 'installed'));
  const missing = models.filter(model => model.state === 'missing' && model.default).map(({ name }) => name);
  return [
    formatTable([header, ...rows]),
    ...(notice ? ['', notice] : []),
    ...(missing.length > 0
      ? ['', 'To download what is missing:', `  npx filemill models pull ${missing.join(' ')}`]
      : []),
    ...problems.map(problem => `\nNot used: ${problem}`),
  ].join('\n');
}
