import { Worker } from 'node:worker_threads';
import type { Wanted } from '../check/filter.ts';
import type { Team, WorkedElsewhere } from '../check/threads.ts';
import type { Override } from '../lint/overrides.ts';
import type { RuleChoice } from '../lint/settings.ts';
import { UserError } from './user-error.ts';

/** What a thread is given when it starts: plain data, from which it works out the rules in force by itself. */
export interface Hired extends Pick<Wanted, 'status' | 'events' | 'shard'> {
  readonly choice: RuleChoice;
  readonly overrides: readonly Override[];
  readonly everyFact: boolean;
  readonly wantsNames: boolean;
  readonly wantsStats: boolean;
}

/** What a thread says: first that it is loaded, and at the end what came of it. */
export type Said = 'loaded' | WorkedElsewhere;

/**
 * Starts threads that check files. They end with this one, whatever ends it.
 * @param onLoaded called when all are loaded.
 */
export function openTeam(count: number, hired: Hired, thread: URL, onLoaded: () => void): Team {
  let loaded = 0;
  const workers = Array.from({ length: count }, () => new Worker(thread, { workerData: hired }));
  // Listened to from the start: one that fails while nobody waits for it would end the program with a trace.
  const outcomes = workers.map(
    (worker) =>
      new Promise<WorkedElsewhere>((resolve, reject) => {
        worker.on('message', (said: Said) => {
          if (said !== 'loaded') resolve(said);
          else if (++loaded === count) onLoaded();
        });
        worker.once('error', (error) => reject(ended(`with ${error.name}: ${error.message.split('\n')[0]}`)));
        worker.once('exit', () => reject(ended('before it was over')));
      }),
  );
  const all = Promise.all(outcomes);
  all.catch(() => {});
  return {
    size: count,
    async work(assignment) {
      for (const worker of workers) worker.postMessage(assignment);
      try {
        return await all;
      } finally {
        // Nobody waits for the end of those that are done.
        for (const worker of workers) void worker.terminate();
      }
    },
  };
}

const ended = (how: string): UserError => new UserError(`a thread ended ${how}, so nothing was checked`, '--threads 1 does without further threads');
