/** Why a source could not, or must not, be read: one line for a person. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const REASONS = new Map([
  ['ENOENT', 'no such file'],
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

/** The reason a file-system or zlib error gives, in plain words. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS.get(code) ?? `cannot be read (${code || String(error)})`;
}
