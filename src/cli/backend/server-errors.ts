import { FilemillError, JobFailedError } from '@filemill/client';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { writeAsFlags } from '../flags/flags.ts';
import { WorkFailed } from './backend.ts';
import { describeFailure } from './failures.ts';

/** What concerns the whole command and not the file at hand. */
function makeStoppingError(
  { code, message, resetsAt }: FilemillError,
  url: string,
): CommandError | undefined {
  switch (code) {
    case 'unauthorized':
      return new CommandError(
        `${url} does not take the key. \`filemill login ${url}\` signs in with another.`,
        exitCodes.noServer,
      );
    case 'forbidden':
      return new CommandError(
        `${message} \`filemill login ${url}\` signs in with another key.`,
        exitCodes.noServer,
      );
    case 'connection_failed':
      return new CommandError(
        `${url} cannot be reached. Is the server running, and the address right? --local works on this machine instead.`,
        exitCodes.noServer,
      );
    case 'job_not_found':
      return new CommandError(`${url} has no such job. \`filemill jobs list\` shows those there are.`);
    case 'quota_exceeded':
      return new CommandError(
        `${message}${resetsAt ? ` It is renewed at ${resetsAt}.` : ''}`,
        exitCodes.quota,
      );
    default:
      return undefined;
  }
}

/** An error of the client in the words of a command. */
export function translateError(error: unknown, url: string): unknown {
  if (error instanceof JobFailedError) {
    const { failure, code, jobId, diagnosticId } = error;
    return new WorkFailed(describeFailure(failure), { code, jobId, diagnosticId });
  }
  if (!(error instanceof FilemillError)) return error;
  return makeStoppingError(error, url) ?? new WorkFailed(writeAsFlags(error.message), { code: error.code });
}
