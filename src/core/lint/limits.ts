/** Per part of a run. A report of this many findings has 80 MB. */
export const FINDINGS_LIMIT = 100_000;
export const TOO_MANY_FINDINGS = 'more than 100,000 findings; the rest is not checked';

/** Per part of a run. A workflow needs up to 2 KB until the end. */
export const DOCUMENTS_LIMIT = 1_000_000;
export const TOO_MANY_DOCUMENTS =
  'more than 1,000,000 documents in one run; divide it with --shard';
