import { hashIn, mattersAlone, NO_TOPIC } from './topics.ts';

/** Where a fact stands that is made when it is needed: it is told by the row of its workflow, as a negative number. */
export const placeOfWaiting = (row: number): number => -1 - row;
/** `undefined` for a fact that has been made. */
export const rowOfWaiting = (place: number): number | undefined => (place < 0 ? -1 - place : undefined);

/** Which topics the facts of a rule have been about. */
export interface SeenTopics {
  /** Notes the topics from `first` on; says whether a fact about them can wait: no other was about one of them so far. */
  areNew(topics: readonly number[], first: number): boolean;
}

// A bit for each hash modulo this. Where two topics share a bit, a fact is made that could have waited.
const BITS = 2 ** 20;

export function createSeenTopics(): SeenTopics {
  const words = new Uint32Array(BITS / 32);
  return {
    areNew(topics, first) {
      let areNew = topics.length > first;
      for (let i = first; i < topics.length; i++) {
        const topic = topics[i] as number;
        const bit = hashIn(topic) % BITS;
        const word = words[bit >>> 5] as number;
        const mask = 1 << (bit & 31);
        if (topic === NO_TOPIC || mattersAlone(topic) || (word & mask) !== 0) areNew = false;
        words[bit >>> 5] = word | mask;
      }
      return areNew;
    },
  };
}
