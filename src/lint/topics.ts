import { hashOf } from './tape.ts';

/** Nothing certain: such a fact is always read. */
export const NO_TOPIC = 0;

// Above all hashes.
const EVEN_ALONE = 2 ** 32;

/** What a fact is about, as a number: the hash of a text, and whether the fact matters when no other is about it. */
export const topicOf = (text: string, evenAlone: boolean): number => (hashOf(text) >>> 0) + (evenAlone ? EVEN_ALONE : 0);

/**
 * Those of the topics whose facts are to be read, without the mark of those that matter even alone: facts of one text are read
 * together or not at all.
 */
export function readTopics(topics: readonly (readonly number[])[]): ReadonlySet<number> {
  const sorted = new Float64Array(topics.reduce((sum, { length }) => sum + length, 0));
  const read = new Set<number>([NO_TOPIC]);
  let count = 0;
  for (const some of topics) {
    for (const topic of some) {
      if (mattersAlone(topic)) read.add(hashIn(topic));
      sorted[count++] = hashIn(topic);
    }
  }
  sorted.sort();
  for (let i = 1; i < count; i++) if (sorted[i] === sorted[i - 1]) read.add(sorted[i] as number);
  return read;
}

export const hashIn = (topic: number): number => topic % EVEN_ALONE;

export const mattersAlone = (topic: number): boolean => topic >= EVEN_ALONE;
