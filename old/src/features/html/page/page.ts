import type { Scene } from '../../../core/drawing/scene.ts';
import type { Finding } from '../../../core/model/finding.ts';
import { addTo } from '../../../core/model/groups.ts';
import type { EventDefinition, Workflow } from '../../../core/model/nodes.ts';
import type { PlainWorkflow } from '../../../core/model/plain.ts';
import type { Simulation, SimulationRequest } from '../../../core/model/simulation.ts';
import type { ReportData, RuleData } from '../../../core/report/page-data.ts';
import { printable } from '../view/dom.ts';
import { createLinks, type Links } from './links.ts';

/** From other features, passed by the entry of the bundle. */
export interface PageTools {
  buildScene(workflow: Workflow, findings: readonly Finding[]): Scene;
  simulate(
    workflows: readonly Workflow[],
    definitions: readonly EventDefinition[],
    request: SimulationRequest,
  ): Simulation;
}

export interface Page extends PageTools {
  readonly data: ReportData;
  readonly rules: ReadonlyMap<string, RuleData>;
  /** Positions of the findings of each workflow. */
  readonly findingsOf: ReadonlyMap<number, readonly number[]>;
  readonly links: Links;
  /** Events on which workflows start, by name, and the positions of the workflows. */
  readonly events: readonly { readonly name: string; readonly workflows: readonly number[] }[];
  /** Parsed on demand. */
  plain(workflow: number): PlainWorkflow | undefined;
}

/** A part of the page with its own URL fragment. */
export interface View {
  readonly title: string;
  readonly element: HTMLElement;
  /** Called each time the view is opened. */
  enter?(parameters: URLSearchParams): void;
  /** Opens and focuses its search. */
  search?(): void;
  /** Prepares printing; returns the undo function. */
  unfold?(): () => void;
}

export function createPage(data: ReportData, lines: string, tools: PageTools): Page {
  const findingsOf = new Map<number, number[]>();
  for (const [i, { workflow }] of data.findings.entries())
    if (workflow !== undefined) addTo(findingsOf, workflow, i);
  const events = new Map<string, number[]>();
  for (const [i, { starts = [] }] of data.workflows.entries())
    for (const name of starts) addTo(events, name, i);
  let texts: readonly string[] | undefined;
  return {
    ...tools,
    data,
    rules: new Map(data.rules.map((rule) => [rule.id, rule])),
    findingsOf,
    links: createLinks(data),
    events: [...events]
      .map(([name, workflows]) => ({ name, workflows }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    plain(workflow) {
      if (workflow >= data.drawn) return undefined;
      texts ??= lines.trim().split('\n');
      return JSON.parse(texts[workflow] as string);
    },
  };
}

/** URL fragments. */
export const address = {
  overview: '#overview',
  findings: (parameters?: URLSearchParams): string => `#findings${query(parameters)}`,
  workflows: (parameters?: URLSearchParams): string => `#workflows${query(parameters)}`,
  timelines: (parameters?: URLSearchParams): string => `#timelines${query(parameters)}`,
  timeline: (event: string): string => `#timeline/${encodeURIComponent(printable(event))}`,
  notes: '#notes',
};

const query = (parameters?: URLSearchParams): string =>
  parameters === undefined || parameters.size === 0 ? '' : `?${parameters}`;

export function remember(hash: string): void {
  // A frame without an origin has no URL.
  try {
    history.replaceState(history.state, '', hash);
  } catch {}
}
