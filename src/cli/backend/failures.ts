/** Advice for failed jobs, by reason. A reason without advice is shown as it is. */
const advice: Record<string, string> = {
  unreadable_input: 'The file cannot be read: it is damaged, or not what its name says.',
  password_required: 'The file is encrypted. Give its password as options.password.',
  unsupported_content:
    'The file contains something that this job does not support. Try other options or another format.',
  limit_exceeded: 'The file needs more memory, time, space or credits than a job may use.',
  timeout: 'The job exceeded its time limit. Try again, or split the file.',
  engine_error: 'The engine failed on this file. Try again, or check the engines with `filemill doctor`.',
};

/** Returns the most helpful sentence about a failure. */
export function describeFailure(failure: {
  reason?: string | undefined;
  message?: string | undefined;
}): string {
  const { reason, message } = failure;
  return (
    (reason === 'password_required' ? undefined : message) ??
    advice[reason ?? ''] ??
    'The file could not be processed.'
  );
}
