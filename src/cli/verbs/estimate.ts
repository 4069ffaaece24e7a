import type { Estimate } from '@filemill/client';
import type { Filled } from '../../lists.ts';
import type { Backend, Work } from '../backend/backend.ts';
import type { Input } from '../batch/inputs.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { formatTable, print } from '../output.ts';

const describeTime = ({ expectedMs }: Estimate): string =>
  expectedMs === undefined ? 'unknown' : `${(expectedMs / 1000).toFixed(1)} s`;

/** Prints what the job of each group of files would take, without running any. */
export async function printEstimates(
  backend: Backend,
  work: Work,
  groups: Filled<Input>[],
  json: boolean | undefined,
): Promise<void> {
  if (!backend.estimate)
    throw new CommandError(
      '--estimate needs a server: add --server URL, or sign in with `filemill login URL`.',
    );
  const files: (Estimate & { input: string })[] = [];
  for (const group of groups) {
    const input = group.map(({ shown }) => shown).join(', ');
    files.push({ input, ...(await backend.estimate(work, group)) });
  }
  if (files.some(({ accepted }) => !accepted)) process.exitCode = exitCodes.filesFailed;
  print(json, { files }, () =>
    formatTable([
      ['FILE', 'ACCEPTED', 'TIME', 'OPERATIONS', 'CREDITS', 'NOTES'],
      ...files.map(each => [
        each.input,
        each.accepted ? 'yes' : 'no',
        describeTime(each),
        String(each.operations),
        String(each.credits),
        each.warnings.map(({ message }) => message).join(' '),
      ]),
    ]),
  );
}
