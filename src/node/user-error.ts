/** A mistake of the user in the command line or the configuration: two lines, no stack trace, exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly hint: string | undefined;
  /** Printed below the message, one a line. */
  readonly details: readonly string[];

  constructor(message: string, hint?: string, details: readonly string[] = []) {
    super(message);
    this.hint = hint;
    this.details = details;
  }
}

/** A report that cannot be written: its old file is kept. */
export class OutputError extends UserError {}
