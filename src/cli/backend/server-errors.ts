import { FilemillError, JobFailedError } from '@filemill/client';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { WorkFailed } from './backend.ts';
import { describeFailure } from './failures.ts';

/** The error for a problem that concerns the whole command, such as a refused key; undefined for one that concerns a single file. */
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

/** Turns an error of the client into one of the command line. */
export function translateError(error: unknown, url: string): unknown {
  if (error instanceof JobFailedError) {
    const { failure, code, jobId, diagnosticId } = error;
    return new WorkFailed(describeFailure(failure), { code, jobId, diagnosticId });
  }
  if (!(error instanceof FilemillError)) return error;
  return makeStoppingError(error, url) ?? new WorkFailed(error.message, { code: error.code });
}
