import { listConversions } from '../../../src/domain/installation/job-types.ts';
import type { JobType } from '../../../src/jobs/job-type.ts';
import { loadJobTypes } from '../../../src/jobs/registry.ts';
import { chooseExample } from '../examples/example.ts';
import { showExample } from './example-files.ts';
import { suggestReading } from './further-reading.ts';
import type { Group } from './navigation.ts';
import { describeReaches } from './option-reach.ts';
import { writeOptions } from './options-table.ts';
import type { Page } from './page.ts';
import { writeCommand, writeCurl, writeJavaScript, writePython } from './requests.ts';

const code = (words: Iterable<string>): string => [...words].map(word => `\`${word}\``).join(' ');

/** Writes one request in several languages, of which the browser shows one. */
function writeTabs(requests: readonly [title: string, language: string, text: string][]): string {
  const tabs = requests.map(
    ([title, language, text]) =>
      `<div class="tab" data-title="${title}">\n\n\`\`\`${language}\n${text}\n\`\`\`\n\n</div>`,
  );
  return `<div class="tabs">\n\n${tabs.join('\n\n')}\n\n</div>`;
}

/** Writes which formats become which. Formats with the same results share a row. */
function writeConversions(job: JobType): string {
  const rows = new Map<string, string[]>();
  for (const [input, { outputs }] of listConversions(job)) {
    const to = code([...outputs].sort());
    rows.set(to, [...(rows.get(to) ?? []), input]);
  }
  const table = [
    '| From | To |',
    '|---|---|',
    ...[...rows].map(([to, inputs]) => `| ${code(inputs.sort())} | ${to} |`),
  ].join('\n');
  return rows.size > 12
    ? `<details class="long"><summary>All conversions</summary>\n\n${table}\n\n</details>`
    : table;
}

/** Lists what a caller should know before a request: the files it needs, limits and the price. */
function listNotes({ inputs, roles, limits, credits, finalStepOnly, endpoint }: JobType): string[] {
  const files = roles?.map(
    ({ name, title, optional, many }) =>
      `- \`${name}\`${optional ? ' (optional)' : ''}${many ? ', one or more' : ''}: ${title}`,
  );
  return [
    ...(files ?? (inputs === 'many' ? ['- It takes two or more files, in the given order.'] : [])),
    ...(limits?.seconds ? [`- A job may take at most ${limits.seconds / 60} minutes.`] : []),
    ...(credits
      ? [
          `- It costs ${credits.amount} AI credits for each ${credits.size === 1 ? '' : `${credits.size} `}${credits.unit}${credits.size === 1 ? '' : 's'} ([credits](../credits.md)).`,
        ]
      : []),
    ...(finalStepOnly ? ['- In a [recipe](../recipes.md) it can only be the last step.'] : []),
    ...(endpoint ? [`- \`POST /${endpoint}\` creates such a job too.`] : []),
  ];
}

function describeJobType(job: JobType): Page {
  const example = chooseExample(job);
  const shown = showExample(job.id, example);
  const markdown = `# ${job.title}

<p class="ident"><code>${job.id}</code></p>

${job.summary}

${suggestReading(job.id)}

## Request

${writeTabs([
  ['curl', 'sh', writeCurl(job, example)],
  ['JavaScript', 'js', writeJavaScript(job, example)],
  ['Python', 'python', writePython(job, example)],
  ['Command line', 'sh', writeCommand(job, example)],
])}

\`$API\`, \`$AUTH\`, \`FILEMILL_URL\` and \`FILEMILL_API_KEY\` are set as in the [quick start](../quick-start.md#set-up-your-shell).
${example.isMany ? 'It makes several files, which one request returns as a ZIP file.\n' : ''}
${shown.markdown}

## Options

${writeOptions(job.options, describeReaches(job))}

## Formats

${[...listNotes(job), ''].join('\n')}
${writeConversions(job)}
`;
  return {
    source: `docs/job-types/${job.id}.md`,
    title: job.title,
    summary: job.summary,
    markdown,
    files: shown.files,
  };
}

/** Describes all job types: an overview, and a page for each, by family. */
export async function describeJobTypes(): Promise<Group> {
  const families = new Map<string, Page[]>();
  for (const job of (await loadJobTypes()).values()) {
    const family = job.tabs[0].title;
    families.set(family, [...(families.get(family) ?? []), describeJobType(job)]);
  }
  const groups = [...families].map(([title, pages]) => ({ title, pages }));
  const lists = groups.map(({ title, pages }) => {
    const rows = pages.map(
      page =>
        `| [${page.title}](${page.source.slice('docs/'.length)}) | ${page.summary.replaceAll('|', '\\|')} |`,
    );
    return `## ${title}\n\n| Job type | Result |\n|---|---|\n${rows.join('\n')}`;
  });
  const overview: Page = {
    source: 'docs/job-types.md',
    title: 'All job types',
    summary: 'Every job type with its request, its options and its formats.',
    markdown: `# Job types

A job type is one thing that Filemill does to a file. Each page has the request in curl, JavaScript, Python and the command line, and
a table of all options. Where a page shows a result, it was made by the command on that page. \`GET /job-types\` returns the same for a running installation.

${lists.join('\n\n')}
`,
  };
  return { title: 'Job types', pages: [overview], groups };
}
