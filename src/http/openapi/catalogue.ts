import { failureCatalogue } from '../../contract/failure-catalogue.ts';
import { warningCatalogue, warningDetails } from '../../contract/warnings.ts';

const formatRow = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** Writes the chapter of the reference that lists the sentences of all failures and warnings. */
export function describeCatalogue(): string {
  const failures = Object.values(failureCatalogue).map(entry =>
    formatRow(
      `\`${entry.reason}\``,
      [
        entry.says,
        ...('saysOfPart' in entry ? [entry.saysOfPart] : []),
        ...('options' in entry ? [`(${entry.options.map(name => `\`options.${name}\``).join(', ')})`] : []),
      ].join(' '),
    ),
  );
  const warnings = [
    ...Object.entries(warningCatalogue).map(([code, says]) => ({ code, says })),
    ...Object.values(warningDetails),
  ].map(({ code, says }) => formatRow(`\`${code}\``, says));
  return [
    '## Why a job fails',
    'A failed job has a `failure`: its `reason`, a `message` for people, and `option` if an option is the cause. Messages never quote the content of a file.',
    [formatRow('Reason', 'Message'), formatRow('---', '---'), ...failures].join('\n'),
    '## Warnings',
    '`result.warnings` lists what a result lacks or could not be determined with certainty.',
    [formatRow('Code', 'Message'), formatRow('---', '---'), ...warnings].join('\n'),
  ].join('\n\n');
}
