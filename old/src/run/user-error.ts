import { nearest } from '../core/model/nearest.ts';
import { SourceError } from '../load/source-error.ts';

/** One or more mistakes of the user: one line each and one line of help, without a stack trace, exit code 2. */
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

export class OutputError extends UserError {}

/** A read or write error caused by the arguments; other errors are thrown unchanged. */
export function asUserError(error: unknown): never {
  throw error instanceof SourceError ? new UserError(error.message, error.hint) : error;
}

/** The result of `act`; a SourceError becomes a usage error. */
export function refusedAsUserError<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    return asUserError(error);
  }
}

/** A value of a fixed list, or a usage error with the nearest one. */
export function oneOf<T extends string>(
  what: string,
  given: string,
  allowed: readonly T[],
  list = 'allowed',
): T {
  const found = allowed.find((value) => value === given);
  if (found !== undefined) return found;
  throw new UserError(
    `unknown ${what} "${given}"`,
    `${didYouMean(nearest(given, allowed))}${list}: ${allowed.join(', ')}`,
  );
}

/** `did you mean "json"? `, before further help. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? '' : `did you mean "${near}"? `;
}
