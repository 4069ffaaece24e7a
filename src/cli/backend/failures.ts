/** What to do about a failed job, by its reason. A reason without advice is shown as it is. */
const advice: Record<string, string> = {
  unreadable_input: 'The file cannot be read: it is damaged, or not what its name says.',
  password_required: 'The file is encrypted: give its password as options.password.',
  unsupported_content:
    'Something in the file cannot be done this way; other options or another format may serve.',
  limit_exceeded: 'The file needs more memory, time, space or credits than a job may use.',
  timeout: 'It took longer than a job may. Try again, or split the file.',
  engine_error:
    'The program that does this failed on the file. Try again; `filemill doctor` shows whether it is in order.',
};

/** Chooses the most helpful sentence about a failure. */
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
