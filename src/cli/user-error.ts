import { Refusal } from '../load/refusal.ts';

/** A mistake of the user: told in two lines, without a stack trace, exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** What could not be read or written because of how the program was called; anything else goes on as it is. */
export function asUserError(error: unknown): never {
  throw error instanceof Refusal ? new UserError(error.message) : error;
}
