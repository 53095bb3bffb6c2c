import { Refusal } from '../load/refusal.ts';

/** A mistake of the user, or several: told in a line each and one of advice, without a stack trace, exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly hint: string | undefined;
  readonly details: readonly string[];

  constructor(message: string, hint?: string, details: readonly string[] = []) {
    super(message);
    this.hint = hint;
    this.details = details;
  }
}

/** A report that could not be written. */
export class OutputError extends UserError {}

/** What could not be read or written because of how the program was called; anything else goes on as it is. */
export function asUserError(error: unknown): never {
  throw error instanceof Refusal ? new UserError(error.message) : error;
}
