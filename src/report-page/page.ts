import type { PlainWorkflow } from '../model/plain.ts';
import type { ReportData, RuleData } from '../report/page-data.ts';

/** What the views of the page share. */
export interface Page {
  readonly data: ReportData;
  readonly rules: ReadonlyMap<string, RuleData>;
  /** Positions of the findings of each workflow. */
  readonly findingsOf: ReadonlyMap<number, readonly number[]>;
  /** Events on which workflows start, by name, and the positions of those that can be played. */
  readonly events: readonly { readonly name: string; readonly workflows: readonly number[] }[];
  /** What the picture of a workflow is made of; parsed when it is asked for. */
  plain(workflow: number): PlainWorkflow | undefined;
}

/** One of the parts between which the reader goes to and fro. */
export interface View {
  readonly title: string;
  readonly element: HTMLElement;
  /** Told each time the view is gone to. */
  enter?(parameters: URLSearchParams): void;
  /** Makes the view fit for paper; returns what undoes it. */
  unfold?(): () => void;
}

export function readPage(data: ReportData, lines: string): Page {
  const findingsOf = new Map<number, number[]>();
  for (const [i, { workflow }] of data.findings.entries()) {
    if (workflow === undefined) continue;
    const known = findingsOf.get(workflow);
    if (known === undefined) findingsOf.set(workflow, [i]);
    else known.push(i);
  }
  const events = new Map<string, number[]>();
  for (const [i, { starts = [] }] of data.workflows.entries()) {
    for (const name of starts) {
      const known = events.get(name);
      if (known === undefined) events.set(name, [i]);
      else known.push(i);
    }
  }
  let texts: readonly string[] | undefined;
  return {
    data,
    rules: new Map(data.rules.map((rule) => [rule.id, rule])),
    findingsOf,
    events: [...events].map(([name, workflows]) => ({ name, workflows })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    plain(workflow) {
      if (workflow >= data.drawn) return undefined;
      texts ??= lines.trim().split('\n');
      return JSON.parse(texts[workflow] as string);
    },
  };
}

/** Addresses within the page: what follows the `#`. */
export const address = {
  findings: (parameters?: URLSearchParams): string => `#findings${query(parameters)}`,
  workflows: (parameters?: URLSearchParams): string => `#workflows${query(parameters)}`,
  workflow: (index: number, finding?: number): string => `#workflow/${index}${finding === undefined ? '' : `?finding=${finding}`}`,
  timelines: (parameters?: URLSearchParams): string => `#timelines${query(parameters)}`,
  timeline: (index: number): string => `#timeline/${index}`,
  notes: '#notes',
};

const query = (parameters?: URLSearchParams): string => (parameters === undefined || parameters.size === 0 ? '' : `?${parameters}`);

/** Puts the state of a view into the address, so that it can be kept, sent and gone back to. */
export function remember(hash: string): void {
  // Where a page has no address of its own, as in a frame without an origin, there is nothing to remember it in.
  try {
    history.replaceState(history.state, '', hash);
  } catch {}
}
