import { FilemillError, JobFailedError } from '@filemill/client';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { WorkFailed } from './backend.ts';
import { describeFailure } from './failures.ts';

/**
 * Returns the error for a problem of the whole command, such as a refused key; undefined for a problem of a
 * single file.
 */
function makeStoppingError(
  { code, message, resetsAt }: FilemillError,
  url: string,
): CommandError | undefined {
  switch (code) {
    case 'unauthorized':
      return new CommandError(
        `${url} refuses the API key. Run \`filemill login ${url}\` to use another one.`,
        exitCodes.noServer,
      );
    case 'forbidden':
      return new CommandError(
        `${message} Run \`filemill login ${url}\` to use another key.`,
        exitCodes.noServer,
      );
    case 'connection_failed':
      return new CommandError(
        `${url} cannot be reached. Check that the server is running and that the URL is right, or use --local to work on this machine.`,
        exitCodes.noServer,
      );
    case 'job_not_found':
      return new CommandError(`${url} has no such job. Run \`filemill jobs list\` to see the jobs.`);
    case 'quota_exceeded':
      return new CommandError(`${message}${resetsAt ? ` It resets at ${resetsAt}.` : ''}`, exitCodes.quota);
    default:
      return undefined;
  }
}

/** Marks the options of these paths in a message, so that they are shown as flags: `angle` becomes `options.angle`. */
const markOptions = (message: string, paths: (string | undefined)[]): string =>
  paths.reduce<string>(
    (text, path) =>
      path?.startsWith('options.') ? text.replaceAll(`\`${path.slice(8)}\``, `\`${path}\``) : text,
    message,
  );

/** Turns an error of the client into one of the command line. */
export function translateError(error: unknown, url: string): unknown {
  if (error instanceof JobFailedError) {
    const { failure, code, jobId, diagnosticId } = error;
    return new WorkFailed(markOptions(describeFailure(failure), [failure.option]), {
      code,
      jobId,
      diagnosticId,
    });
  }
  if (!(error instanceof FilemillError)) return error;
  const stopping = makeStoppingError(error, url);
  if (stopping) return stopping;
  const paths = error.details.map(({ path }) => path);
  return new WorkFailed(markOptions(error.message, paths), { code: error.code });
}
