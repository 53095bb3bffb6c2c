/** A mistake of the user: told in two lines, without a stack trace, exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
