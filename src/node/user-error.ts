/** A mistake of the user, as in the command line: two lines, no stack trace, exit code 2. */
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

const REASONS = new Map([
  ['ENOSPC', 'no space left'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOENT', 'the folder does not exist'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'a file has the name of the folder'],
  ['ENOTDIR', 'part of the path is not a folder'],
]);

/** Why a file cannot be written. */
export function explainFileError(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const code = codeOf(error);
  return REASONS.get(code) ?? (code || String(error));
}

/** `ENOENT` and the like; empty for an error without a code. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
