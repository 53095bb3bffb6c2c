/** Times are in milliseconds, sizes in bytes after unpacking. */
export interface Limits {
  /** Requests in a second. */
  readonly rate: number;
  /** Of one attempt, with its body. */
  readonly timeout: number;
  readonly tries: number;
  /** Before the second attempt; doubled for each further one. */
  readonly backoff: number;
  readonly answerBytes: number;
  readonly accountBytes: number;
  readonly accountTime: number;
  /** Requests that fail in a row, after which no more are sent. */
  readonly failures: number;
  readonly pages: number;
  readonly listTime: number;
}

export const LIMITS: Limits = {
  rate: 10,
  timeout: 30_000,
  tries: 5,
  backoff: 300,
  answerBytes: 25 * 1024 * 1024,
  accountBytes: 256 * 1024 * 1024,
  accountTime: 60 * 60_000,
  failures: 8,
  pages: 1000,
  listTime: 10 * 60_000,
};
