import { failureCatalogue } from '../../contract/failure-catalogue.ts';
import { warningCatalogue, warningDetails } from '../../contract/warnings.ts';

const formatRow = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** Writes the chapter of the reference that lists the sentences of all failures and warnings. */
export function describeCatalogue(): string {
  const failures = Object.values(failureCatalogue).map(entry =>
    formatRow(
      `\`${entry.reason}\``,
      'options' in entry ? entry.options.map(name => `\`options.${name}\``).join(', ') : '',
      'saysOfPart' in entry ? `${entry.says} ${entry.saysOfPart}` : entry.says,
    ),
  );
  const warnings = [
    ...Object.entries(warningCatalogue).map(([code, says]) => ({ code, says })),
    ...Object.values(warningDetails),
  ].map(({ code, says }) => formatRow(`\`${code}\``, says));
  return [
    '## Why a job fails',
    '`failure.reason` is one of these, `failure.option` names the option concerned where there is one, and `failure.message` is one of these sentences, with nothing in it but what the option was given.',
    [formatRow('Reason', 'Option', 'Message'), formatRow('---', '---', '---'), ...failures].join('\n'),
    '## What a result warns of',
    '`result.warnings` says where a result is less than you may think.',
    [formatRow('Code', 'Message'), formatRow('---', '---'), ...warnings].join('\n'),
  ].join('\n\n');
}
