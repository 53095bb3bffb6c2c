import { groupBy } from '../src/core/graph/graph.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { fold } from '../src/core/model/nearest.ts';
import { quote } from '../src/core/model/text.ts';
import type { EventDefinition, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Report, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-name',
  severity: 'error',
  preset: 'recommended',
  stage: 'readable',
  summary: 'Two workflows or events with one id or name, or events that are easily confused.',
  why: 'The wrong one of the two may be meant, so contacts get its emails, or none.',
  remedy: 'Remove the outdated copy, or give one of them another name.',

  workspace({ workspace }, report) {
    const { workflows, documents } = workspace;
    for (const [first, other] of pairsOf(workflows, ({ id }) => id))
      reportPair('id', first, other, report);
    for (const [first, other] of pairsOf(workflows, ({ name }) => name))
      if (other.id === undefined || other.id !== first.id) {
        const areEnabled = first.status === 'enabled' && other.status === 'enabled';
        const more = areEnabled ? '; both workflows are enabled' : '';
        reportPair('name', first, other, report, {
          message: `duplicate workflow name ${quote(other.name ?? '')}${more}`,
          help: 'give this workflow a unique name',
          severity: 'warning',
        });
      }
    if (documents.every(({ events }) => events.length === 0)) return;
    const { items = [] } = workspace.ask('events', 'some') ?? {};
    // A definition in source code and its export are one.
    for (const events of groupBy(items, ({ origin }) => origin).values())
      checkEvents(events, report);
  },
});

/** Each later item with a name, and the first one. */
const pairsOf = <T>(items: readonly T[], nameOf: (item: T) => string | undefined) =>
  [...groupBy(items, nameOf)].flatMap(([name, [first, ...others]]) =>
    name === undefined ? [] : others.map((other) => [first, other] as const),
  );

function reportPair(
  field: 'id' | 'name',
  first: Workflow | EventDefinition,
  other: Workflow | EventDefinition,
  report: ReportFn,
  more: Partial<Report> = {},
): void {
  const user =
    first.name === undefined ? `another ${first.kind}` : `${first.kind} ${quote(first.name)}`;
  const isCopy = first.name === other.name;
  report({
    at: [other, field],
    message: `duplicate ${other.kind} id ${quote(other.id ?? '')}, already used by ${user}`,
    help: isCopy ? 'remove one of the two if it is an old copy' : 'give one of them another id',
    related: [{ at: [first, field], message: 'first used here' }],
    ...more,
  });
}

function checkEvents(events: readonly EventDefinition[], report: ReportFn): void {
  for (const [first, other] of pairsOf(events, ({ id }) => id))
    if (first.name !== other.name) reportPair('id', first, other, report);
  for (const [first, other] of pairsOf(events, ({ name }) => name)) {
    const isSame = printSchema(first) === printSchema(other);
    const isItem = /\/\d+$/.test(other.pointer);
    const more = isSame ? '' : ', with a different schema';
    reportPair('name', first, other, report, {
      message: `duplicate definition of event ${quote(other.name ?? '')}${more}`,
      help: 'keep one definition, or rename the other event',
      fixes: isSame && isItem ? removeFix(other, 'remove the later definition') : [],
    });
  }
  const distinct = [...groupBy(events, ({ name }) => name).values()].map(([event]) => event);
  for (const [first, other] of pairsOf(distinct, ({ name = '' }) => fold(name) || undefined))
    reportPair('name', first, other, report, {
      message: `events "${other.name}" and "${first.name}" differ only in case or separators`,
      help: 'use one of the two names everywhere, or rename this event',
      severity: 'warning',
    });
}

const printSchema = ({ schema }: EventDefinition): string =>
  JSON.stringify(schema && [...schema].sort(([a], [b]) => (a < b ? -1 : 1)));
