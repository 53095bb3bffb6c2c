import { SEVERITIES, type Severity } from '../../../core/model/finding.ts';
import { countBy } from '../../../core/model/groups.ts';
import { takeFirst } from '../../../core/model/text.ts';
import type { FindingData, WorkflowData } from '../../../core/report/page-data.ts';
import { h } from './dom.ts';
import type { FindingFilter } from './filter.ts';
import { SEVERITY_TITLES, workflowTitle } from './finding-list.ts';
import { formatNumber } from './numbers.ts';

interface FilterBarOptions {
  readonly findings: readonly FindingData[];
  readonly workflows: readonly WorkflowData[];
  onChange(filter: FindingFilter): void;
}

export function createFilterBar({ findings, workflows, onChange }: FilterBarOptions) {
  const text = searchField('filter-text');
  const suggestions = h('datalist', { id: 'filter-workflows' });
  const workflow = searchField('filter-workflow', 'filter-workflows');
  const counts = countBy(findings, ({ severity }) => severity);
  const boxes = new Map(
    SEVERITIES.map((severity) => [severity, h('input', { type: 'checkbox', checked: true })]),
  );
  const ofRules = countBy(findings, ({ rule }) => rule);
  const rules = [...ofRules.keys()].sort();
  const rule = select('filter-rule', [
    ['', 'All rules'],
    ...rules.map((id) => [id, `${id} (${formatNumber(ofRules.get(id) ?? 0)})`] as const),
  ]);
  // Names are added when the field is focused first.
  workflow.addEventListener('focus', () => suggest(suggestions, findings, workflows), {
    once: true,
  });

  const read = (): FindingFilter => ({
    text: text.value,
    severities: new Set(SEVERITIES.filter((severity) => boxes.get(severity)?.checked)),
    rule: rules[rule.selectedIndex - 1] ?? '',
    workflow: workflow.value,
  });
  const drawChoice = (severity: Severity): HTMLElement =>
    h(
      'label',
      { class: `choice ${severity}` },
      boxes.get(severity),
      ` ${SEVERITY_TITLES[severity]} `,
      h('span.count', formatNumber(counts.get(severity) ?? 0)),
    );
  const element = h(
    'form.filter-bar',
    { role: 'search', 'aria-label': 'Findings' },
    field('Search', text, 'wide'),
    h('fieldset', h('legend', 'Severity'), SEVERITIES.map(drawChoice)),
    field('Rule', rule),
    workflows.length > 1 ? field('Workflow', workflow) : undefined,
    suggestions,
  );
  element.addEventListener('input', () => onChange(read()));
  element.addEventListener('submit', (event) => event.preventDefault());
  return {
    element,
    /** Without an event. */
    set(filter: FindingFilter): void {
      text.value = filter.text;
      workflow.value = filter.workflow;
      rule.selectedIndex = rules.indexOf(filter.rule) + 1;
      for (const [severity, box] of boxes) box.checked = filter.severities.has(severity);
    },
  };
}

export const select = (
  id: string,
  options: readonly (readonly [value: string, label: string])[],
): HTMLSelectElement =>
  h(
    'select',
    { id },
    options.map(([value, label]) => h('option', { value }, label)),
  );

/** @param list id of a list of suggestions. */
export function searchField(id: string, list?: string): HTMLInputElement {
  return h('input', { type: 'search', id, list, autocomplete: 'off', spellcheck: 'false' });
}

export function field(label: string, input: HTMLElement, kind = ''): HTMLElement {
  return h('div', { class: `field ${kind}` }, h('label', { for: input.id }, label), input);
}

function suggest(
  list: HTMLElement,
  findings: readonly FindingData[],
  workflows: readonly WorkflowData[],
): void {
  const used = new Set(findings.map(({ workflow }) => workflow));
  const names = new Set(workflows.filter((_, i) => used.has(i)).map(workflowTitle));
  list.append(...takeFirst([...names], 2000).first.map((name) => h('option', { value: name })));
}
