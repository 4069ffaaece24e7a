/** What a command's exit code says; docs/command-line.md lists them. */
export const exitCodes = {
  done: 0,
  /** The command itself was wrong, or could not be carried out at all. */
  wrongCommand: 1,
  /** It was carried out, and some files failed. */
  filesFailed: 2,
  /** The server cannot be reached or refuses the key. */
  noServer: 3,
  /** A quota of the workspace is used up. */
  quota: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why a command ends here: a sentence that says what to do, and the exit code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.wrongCommand) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
