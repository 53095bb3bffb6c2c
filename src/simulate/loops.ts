import type { Step } from '../model/nodes.ts';
import type { State } from './state.ts';

/** What is learnt of a loop while a contact is followed through it. */
export interface LoopTrace {
  pass(step: Step, round: number, state: State): void;
  /** A way leads out, or the run ends; `words` say what decides for it. In the first round it may only keep contacts from the loop. */
  exit(words: string | undefined, round: number): void;
  /** The contact would go round once more, but is not followed. */
  cut(): void;
  isCut(): boolean;
  readonly steps: readonly Step[];
  readonly stops: readonly string[];
  readonly every: { readonly least: number; readonly greatest: number };
}

/** @param steps of the loop, the one contacts come in by first. */
export function traceLoop(steps: readonly Step[]): LoopTrace {
  const repeated = new Set<Step>();
  const stops = new Set<string>();
  const entries: { least: number; greatest: number }[] = [];
  let isCut = false;
  return {
    pass(step, round, { least, greatest }) {
      if (round > 0) repeated.add(step);
      if (step !== steps[0]) return;
      const known = entries[round];
      entries[round] = known === undefined ? { least, greatest } : { least: Math.min(known.least, least), greatest: Math.max(known.greatest, greatest) };
    },
    exit: (words, round) => void (words !== undefined && round > 0 && stops.add(words)),
    cut: () => void (isCut = true),
    isCut: () => isCut,
    get steps() {
      return steps.filter((step) => repeated.has(step));
    },
    get stops() {
      return [...stops];
    },
    get every() {
      const [first, second] = entries;
      if (first === undefined || second === undefined) return { least: 0, greatest: Number.POSITIVE_INFINITY };
      const greatest = second.greatest - first.greatest;
      return { least: Math.max(0, second.least - first.least), greatest: Number.isNaN(greatest) ? Number.POSITIVE_INFINITY : Math.max(0, greatest) };
    },
  };
}
