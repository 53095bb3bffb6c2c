// Samples hold names, keys and counts. What may be an address is dropped wherever a sample is read.

const LONGEST_NAME = 200;
const LONGEST_REASON = 120;

/** An id, a key or the name of an event. */
export const nameOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !mayBeAddress(value)
    ? value
    : undefined;

/** Why something failed, in words that name no contact. */
export const reasonOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !mayBeAddress(value)
    ? value.slice(0, LONGEST_REASON)
    : undefined;

export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const mayBeAddress = (text: string): boolean => /@|%40|＠/i.test(text);
