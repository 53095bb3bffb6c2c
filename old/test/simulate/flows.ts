import { simulateTexts } from '../../src/browser.ts';
import type { Moment, Simulation, SimulationRequest } from '../../src/core/model/simulation.ts';

export const DAY = 86_400;
export const MAIL = (template: string) => ({
  type: 'send_email',
  config: { template: { id: template }, subject: `About ${template}` },
});

export interface Raw {
  readonly name?: string;
  readonly status?: string;
  readonly steps: Readonly<Record<string, { readonly type: string; readonly config: object }>>;
  readonly edges: readonly string[];
}

/** `a > b` is an edge, `a > b: timeout` one with a type. */
function workflowOf({ name = 'Onboarding', status = 'enabled', steps, edges }: Raw): object {
  const connections = edges.map((edge) => {
    const [, from, to, type = 'default'] = /^(\w+) > (\w+)(?:: (\w+))?$/.exec(edge) as unknown as [
      string,
      string,
      string,
      string | undefined,
    ];
    return { from, to, type };
  });
  return {
    name,
    status,
    id: name.toLowerCase(),
    steps: Object.entries(steps).map(([key, step]) => ({ key, ...step })),
    connections,
  };
}

export function run(
  workflows: readonly Raw[],
  request: Partial<SimulationRequest> = {},
  events: object[] = [],
): Simulation {
  const text = JSON.stringify({ workflows: workflows.map(workflowOf), events });
  return simulateTexts({ 'all.json': text }, { event: 'user.created', ...request });
}

/** Workflows as they are in a file. */
export const runValues = (
  workflows: readonly object[],
  request: Partial<SimulationRequest> = {},
): Simulation =>
  simulateTexts({ 'all.json': JSON.stringify(workflows) }, { event: 'user.created', ...request });

export const start = { type: 'trigger', config: { event_name: 'user.created' } };
export const delay = (duration: string) => ({ type: 'delay', config: { duration } });
export const isPro = {
  type: 'condition',
  config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
};
export const paid = (timeout?: string, filter_rule?: object) => ({
  type: 'wait_for_event',
  config: { event_name: 'order.paid', timeout, filter_rule },
});

/** Each send in a line: time, step, and condition. */
export function sends({ moments, questions }: Simulation): readonly string[] {
  const time = ({ least, greatest }: Moment['at']): string =>
    least === greatest
      ? `${least / DAY}`
      : `${least / DAY}..${greatest === null ? '' : greatest / DAY}`;
  return moments
    .filter(({ type }) => type === 'send_email')
    .map(({ at, step, only }) => {
      const terms = only.map((term) =>
        term.map(({ question, answer }) => questions[question]?.answers[answer]).join(' & '),
      );
      return `${time(at)} ${step}${terms.join(' | ') === '' ? '' : `: ${terms.join(' | ')}`}`;
    });
}

export const forked: Raw = {
  steps: { start, pro: isPro, yes: MAIL('pro'), no: MAIL('free') },
  edges: ['start > pro', 'pro > yes: condition_met', 'pro > no: condition_not_met'],
};
