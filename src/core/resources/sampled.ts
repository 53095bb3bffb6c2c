// Samples contain names, keys and counts. Texts that may be an address are dropped when a sample is read.

const LONGEST_NAME = 200;
const LONGEST_REASON = 120;

/** An id, a key or the name of an event. */
export const nameOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !mayBeAddress(value)
    ? value
    : undefined;

/** The reason of a failure, without data of contacts. */
export const reasonOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !mayBeAddress(value)
    ? value.slice(0, LONGEST_REASON)
    : undefined;

export const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

const mayBeAddress = (text: string): boolean => /@|%40|＠/i.test(text);
