/** Why a source could not, or must not, be read: one line of text, and sometimes one of help. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

export const NO_SUCH_FILE = 'no such file';

const REASONS = new Map([
  ['ENOENT', NO_SUCH_FILE],
  ['EACCES', 'not readable: permission denied'],
  ['EPERM', 'not readable: permission denied'],
  ['EISDIR', 'is a folder'],
  ['ELOOP', 'too many symbolic links'],
  ['EMFILE', 'too many open files'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ERR_BUFFER_TOO_LARGE', 'larger than the limit when unpacked'],
  ['Z_DATA_ERROR', 'not a valid gzip file'],
  ['Z_BUF_ERROR', 'the gzip file is cut off'],
]);

/** The reason of a file-system or zlib error, as text. */
export function reasonOf(error: unknown): string {
  if (error instanceof SourceError) return error.message;
  const code = errorCode(error);
  return REASONS.get(code) ?? `cannot be read (${code || String(error)})`;
}

/** `ENOENT` and the like; empty for an error without a code. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
