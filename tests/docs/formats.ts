import { listConversions } from '../../src/domain/installation/job-types.ts';
import { type FormatId, getFormat } from '../../src/formats/formats.ts';
import { loadJobTypes } from '../../src/jobs/registry.ts';

const code = (words: Iterable<string>): string => [...words].map(word => `\`${word}\``).join(' ');

/** Lists the rows of one job type's conversions. Formats with the same outputs share a row. */
function listRows(conversions: ReturnType<typeof listConversions>): string[] {
  const byOutputs = new Map<string, string[]>();
  for (const [input, { outputs }] of conversions) {
    const makes = code([...outputs].sort());
    byOutputs.set(makes, [...(byOutputs.get(makes) ?? []), input]);
  }
  return [...byOutputs].map(([makes, inputs]) => `| ${code(inputs.sort())} | ${makes} |`);
}

/** Renders all job types with their conversions, and all formats. */
export async function renderFormats(): Promise<string> {
  const ids = new Set<string>();
  const sections = [...(await loadJobTypes()).values()].map(job => {
    const conversions = listConversions(job);
    for (const [input, { outputs }] of conversions) for (const id of [input, ...outputs]) ids.add(id);
    const table = ['| From | To |', '|---|---|', ...listRows(conversions)];
    return [`### ${job.title}: \`${job.id}\``, '', job.summary, '', ...table].join('\n');
  });
  const formats = [...ids].sort().map(id => {
    const { extensions, mediaTypes } = getFormat(id as FormatId);
    return `| \`${id}\` | ${extensions.map(extension => `.${extension}`).join(' ')} | ${mediaTypes[0]} |`;
  });
  return [
    ...['## Job types', '', sections.join('\n\n'), ''],
    ...['## Formats', '', '| Format | File names | Media type |', '|---|---|---|', ...formats],
  ].join('\n');
}
