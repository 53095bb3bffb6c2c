import { firstBy, groupBy } from '../src/core/graph/graph.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { fold } from '../src/core/model/nearest.ts';
import { quote } from '../src/core/model/text.ts';
import type { EventDefinition, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Report, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-name',
  severity: 'error',
  stage: 'readable',
  summary: 'Two workflows or events with one id or name, or events that are easily confused.',
  why: 'The wrong one of the two may be meant, so contacts get its emails, or none.',
  remedy: 'Remove the outdated copy, or give one of them another name.',

  workspace({ workspace }, report) {
    const { workflows, documents } = workspace;
    for (const pair of pairsOf(workflows, ({ id }) => id)) reportPair(pair, 'id', report);
    for (const pair of pairsOf(workflows, ({ name }) => name))
      if (pair[1].id === undefined || pair[1].id !== pair[0].id)
        reportPair(pair, 'name', report, { severity: 'warning' });
    if (documents.every(({ events }) => events.length === 0)) return;
    const { items = [] } = workspace.ask('events', 'some') ?? {};
    // A definition in source code and its export are one.
    for (const events of groupBy(items, ({ origin }) => origin).values())
      checkEvents(events, report);
  },
});

/** Each item with the first that has its name. */
function pairsOf<T>(items: readonly T[], nameOf: (item: T) => string | undefined) {
  const first = firstBy(items, nameOf);
  return items.flatMap((item) => {
    const other = first.get(nameOf(item));
    return other === undefined || other === item ? [] : [[other, item] as const];
  });
}

function reportPair(
  [first, other]: readonly [Workflow | EventDefinition, Workflow | EventDefinition],
  field: 'id' | 'name',
  report: ReportFn,
  more: Partial<Report> = {},
): void {
  report({
    at: [other, field],
    message: `duplicate ${other.kind} ${field} ${quote(other[field] ?? '')}`,
    help: `remove one of the two if it is an old copy, or give it another ${field}`,
    related: [{ at: [first, field], message: 'first used here' }],
    ...more,
  });
}

function checkEvents(events: readonly EventDefinition[], report: ReportFn): void {
  for (const pair of pairsOf(events, ({ id }) => id))
    if (pair[0].name !== pair[1].name) reportPair(pair, 'id', report);
  for (const pair of pairsOf(events, ({ name }) => name)) {
    const [first, other] = pair.map(({ schema }) => JSON.stringify(schema && [...schema].sort()));
    const isItem = /\/\d+$/.test(pair[1].pointer);
    const fixes = first === other && isItem ? removeFix(pair[1], 'remove the later one') : [];
    reportPair(pair, 'name', report, { fixes });
  }
  const distinct = [...groupBy(events, ({ name }) => name).values()].map(([event]) => event);
  for (const pair of pairsOf(distinct, ({ name = '' }) => fold(name) || undefined))
    reportPair(pair, 'name', report, {
      message: `events "${pair[1].name}" and "${pair[0].name}" differ only in case or separators`,
      help: 'use one of the two names everywhere, or rename this event',
      severity: 'warning',
    });
}
