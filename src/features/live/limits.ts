/** Times are in milliseconds, sizes in bytes after unpacking. */
export const LIMITS = {
  /** Requests in a second. */
  rate: 10,
  /** Of one attempt, with its body. */
  timeout: 30_000,
  tries: 5,
  /** Before the second attempt; doubled for each further one. */
  backoff: 300,
  answerBytes: 25 * 1024 * 1024,
  accountBytes: 256 * 1024 * 1024,
  accountTime: 60 * 60_000,
  /** Requests that fail in a row, after which no more are sent. */
  failures: 8,
  /** Of one list. */
  pages: 1000,
};

export type Limits = Readonly<typeof LIMITS>;
