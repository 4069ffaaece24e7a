/** The exit codes of commands, as listed in docs/command-line.md. */
export const exitCodes = {
  done: 0,
  /** The command was wrong or could not be run at all. */
  wrongCommand: 1,
  /** The command ran, and some files failed. */
  filesFailed: 2,
  /** The server cannot be reached or refuses the key. */
  noServer: 3,
  /** A quota of the workspace is used up. */
  quota: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a sentence that says what to do, and an exit code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.wrongCommand) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
