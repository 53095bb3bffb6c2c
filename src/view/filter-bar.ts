import type { Severity } from '../model/finding.ts';
import type { FindingData, WorkflowData } from '../report/page-data.ts';
import { h } from './dom.ts';
import { type Filter, type Order, SEVERITIES } from './filter.ts';
import { nameOfWorkflow } from './finding-list.ts';
import { digits } from './numbers.ts';

export interface FilterBarOptions {
  readonly findings: readonly FindingData[];
  readonly workflows: readonly WorkflowData[];
  onChange(filter: Filter): void;
}

export interface FilterBar {
  readonly element: HTMLElement;
  /** Sets the fields, and tells nobody. */
  set(filter: Filter): void;
}

/** A list of suggestions of this length is still a help. */
const MAX_SUGGESTED = 2000;

/** Fields to choose findings by: text, severity, rule, workflow, and their order. */
export function createFilterBar({ findings, workflows, onChange }: FilterBarOptions): FilterBar {
  const text = h('input', { type: 'search', id: 'filter-text', autocomplete: 'off', spellcheck: 'false' });
  const suggestions = h('datalist', { id: 'filter-workflows' });
  const workflow = h('input', { type: 'search', id: 'filter-workflow', list: 'filter-workflows', autocomplete: 'off', spellcheck: 'false' });
  const counts = countBy(findings.map(({ severity }) => severity));
  const boxes = new Map(SEVERITIES.map((severity) => [severity, h('input', { type: 'checkbox', checked: true })]));
  const ofRules = countBy(findings.map(({ rule }) => rule));
  const rules = [...ofRules.keys()].sort();
  const rule = h(
    'select',
    { id: 'filter-rule' },
    h('option', { value: '' }, 'All rules'),
    rules.map((id) => h('option', {}, `${id} (${digits(ofRules.get(id) ?? 0)})`)),
  );
  const order = h(
    'select',
    { id: 'filter-order' },
    h('option', { value: 'workflow' }, 'by workflow'),
    h('option', { value: 'severity' }, 'worst first'),
    h('option', { value: 'rule' }, 'by rule'),
  );
  // Names are only put into the page when somebody is about to choose one.
  workflow.addEventListener('focus', () => suggest(suggestions, findings, workflows), { once: true });

  const read = (): Filter => ({
    text: text.value,
    severities: new Set(SEVERITIES.filter((severity) => boxes.get(severity)?.checked)),
    rule: rule.selectedIndex <= 0 ? '' : (rules[rule.selectedIndex - 1] as string),
    workflow: workflow.value,
    order: order.value as Order,
  });
  const element = h(
    'form',
    { class: 'filter-bar', role: 'search', 'aria-label': 'Findings' },
    field('Search', text, 'wide'),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Severity'),
      SEVERITIES.map((severity) =>
        h(
          'label',
          { class: `choice ${severity}` },
          boxes.get(severity),
          ` ${LABELS[severity]} `,
          h('span', { class: 'count' }, digits(counts.get(severity) ?? 0)),
        ),
      ),
    ),
    field('Rule', rule),
    workflows.length > 1 ? field('Workflow', workflow) : undefined,
    field('Order', order),
    suggestions,
  );
  element.addEventListener('input', () => onChange(read()));
  element.addEventListener('submit', (event) => event.preventDefault());
  return {
    element,
    set(filter) {
      text.value = filter.text;
      workflow.value = filter.workflow;
      rule.selectedIndex = rules.indexOf(filter.rule) + 1;
      order.value = filter.order;
      for (const [severity, box] of boxes) box.checked = filter.severities.has(severity);
    },
  };
}

const LABELS: Readonly<Record<Severity, string>> = { error: 'Errors', warning: 'Warnings', info: 'Infos' };

/** A field under its label. */
export function field(label: string, input: HTMLElement, kind = ''): HTMLElement {
  return h('div', { class: `field ${kind}` }, h('label', { for: input.id }, label), input);
}

function suggest(list: HTMLElement, findings: readonly FindingData[], workflows: readonly WorkflowData[]): void {
  const used = new Set(findings.map(({ workflow }) => workflow));
  const names = new Set(workflows.filter((_, i) => used.has(i)).map(nameOfWorkflow));
  list.append(...[...names].slice(0, MAX_SUGGESTED).map((name) => h('option', { value: name })));
}

function countBy<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
