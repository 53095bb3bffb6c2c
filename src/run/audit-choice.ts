import { nearest } from '../core/model/nearest.ts';
import { pluralize } from '../core/model/text.ts';
import { COLLECTIONS } from '../core/resources/registry.ts';
import { UserError } from './user-error.ts';

/** The kinds of samples, and their sizes: the newest runs of each workflow, the newest calls that sent events. */
export type AuditChoice = ReadonlyMap<string, number>;

const SIZES: Readonly<Record<string, number>> = { runs: 20, logs: 100 };
const LARGEST = 100;

/** The value of `--audit`: `runs,logs`, or with the size of the sample: `runs=50`. */
export function chooseAudit(given: string | undefined): AuditChoice | undefined {
  if (given === undefined) return undefined;
  const known = COLLECTIONS.flatMap(({ audit }) => audit?.word ?? []);
  const chosen = new Map<string, number>();
  for (const part of given.split(',')) {
    const [word = '', size] = part.trim().split('=');
    if (!known.includes(word)) {
      const meant = nearest(word, known);
      throw new UserError(
        `--audit does not know "${word}"`,
        meant === undefined ? `write ${known.join(',')}` : `did you mean "${meant}"?`,
      );
    }
    const number = Number(size ?? SIZES[word]);
    if (!(Number.isInteger(number) && number >= 1 && number <= LARGEST))
      throw new UserError(
        `--audit wants a whole number from 1 to ${LARGEST} after "${word}="`,
        `such as ${word}=${SIZES[word]}`,
      );
    chosen.set(word, number);
  }
  return chosen;
}

/** Workflows whose runs are read: the enabled ones first. */
export const AUDITED_WORKFLOWS = 100;

/** Pages of 100 runs under way that are counted for each workflow. */
export const RUN_PAGES = 10;

/** Pages of the log that are searched for calls that sent events. */
export const LOG_PAGES = 5;

// The newest runs, and the pages of those under way.
const LISTS = 1 + RUN_PAGES;

/** The requests of an audit. @param workflows the maximum number of workflows. */
export function describeAudit(choice: AuditChoice, workflows = AUDITED_WORKFLOWS): string {
  const [runs, logs] = [choice.get('runs'), choice.get('logs')];
  const parts: string[] = [];
  if (runs !== undefined)
    parts.push(
      `GET /automations/{id}/runs and the newest ${pluralize(runs, 'run')} of ${pluralize(workflows, 'workflow')} (at most ${workflows * (LISTS + runs)})`,
    );
  if (logs !== undefined)
    parts.push(
      `GET /logs and the newest ${pluralize(logs, 'call')} of /events/send (at most ${LOG_PAGES + logs})`,
    );
  return parts.join(', ');
}
