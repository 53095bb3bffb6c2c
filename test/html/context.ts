import { type LintResult, type LintSettings, lint } from '../../src/core/lint/lint.ts';
import type { ReportContext } from '../../src/core/report/reporter.ts';
import htmlReporter from '../../src/features/html/index.ts';
import { type CaseInput, documentsOf, ruleSet } from '../cases.ts';
import { CONTEXT } from '../report/context.ts';

export const check = (input: CaseInput, settings: LintSettings = {}): LintResult =>
  lint(documentsOf({ input }), ruleSet, settings);

export const pageOf = (result: LintResult, context: Partial<ReportContext> = {}): string =>
  [...htmlReporter(result, { ...CONTEXT, rules: ruleSet.rules, ...context })].join('');

const ENTITIES = { '&#38;': '&', '&#60;': '<', '&#62;': '>', '&#34;': '"', '&#39;': "'" } as const;

/** The text of a page or a part, without pictures, as people read it. */
export const textOf = (page: string): string =>
  page
    .replace(/<(style|script|svg)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#\d+;/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** Two faulty workflows, one with a warning, one disabled, and one that is right. */
export const SHOP: CaseInput = {
  'events.json': {
    ...{ object: 'list', has_more: false },
    data: ['user.created', 'cart.left', 'order.paid', 'plan.ended'].map((name) => ({
      ...{ object: 'event', name, schema: null },
    })),
  },
  'right.json': flow('Right', 'order.paid', [['start', 'hello']]),
  'draft.json': { ...flow('Draft', 'plan.ended', [['start', 'helo']]), status: 'disabled' },
  'late.json': flow('Late', 'cart.left', [
    ['start', 'hello'],
    ['hello', 'pause'],
  ]),
  'welcome.json': flow('Welcome', 'user.created', [['start', 'helo']]),
};

/** With a trigger, an email, and a delay where an edge names one. */
export function flow(name: string, event: string, edges: readonly (readonly [string, string])[]) {
  const steps = [
    { key: 'start', type: 'trigger', config: { event_name: event } },
    { key: 'hello', type: 'send_email', config: { subject: `${name}!`, template: { id: 't1' } } },
    ...(edges.some(([, to]) => to === 'pause')
      ? [{ key: 'pause', type: 'delay', config: { duration: '2 days' } }]
      : []),
  ];
  const connections = edges.map(([from, to]) => ({ from, to, type: 'default' }));
  return { object: 'automation', name, status: 'enabled', steps, connections };
}
