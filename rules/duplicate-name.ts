import { groupBy } from '../src/core/graph/graph.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { fold } from '../src/core/model/nearest.ts';
import { quote } from '../src/core/model/text.ts';
import type { EventDefinition, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-name',
  severity: 'error',
  preset: 'recommended',
  stage: 'readable',
  summary:
    'Two workflows or two events with one id or name, or event names that are easily confused.',
  why: 'It is undefined which of the two is meant, so contacts may get the emails of the other one, or none.',
  remedy: 'Remove the outdated copy, or give one of them another name.',

  workspace({ workspace }, report) {
    checkWorkflows(workspace.workflows, report);
    if (workspace.documents.every(({ events }) => events.length === 0)) return;
    const { items = [] } = workspace.ask('events', 'some') ?? {};
    // A definition in source code and its export are one.
    for (const events of groupBy(items, ({ origin }) => origin).values())
      checkEvents(events, report);
  },
});

function checkWorkflows(workflows: readonly Workflow[], report: ReportFn): void {
  for (const [id, [first, ...others]] of groupBy(workflows, (each) => each.id))
    for (const workflow of id === undefined ? [] : others) {
      const isCopy = first.name === workflow.name;
      const user =
        first.name === undefined || isCopy ? 'a workflow' : `workflow ${quote(first.name)}`;
      const where = first.document.input.name === workflow.document.input.name ? 'this' : 'another';
      report({
        at: [workflow, 'id'],
        message: `duplicate workflow id ${quote(id ?? '')}, already used by ${user} in ${where} file`,
        help: isCopy
          ? 'remove one of the workflows if it is an old copy'
          : 'give one of the workflows a different id',
        related: [{ at: [first, 'id'], message: 'first used here' }],
      });
    }
  for (const [name, [first, ...others]] of groupBy(workflows, (each) => each.name))
    for (const workflow of name === undefined ? [] : others) {
      if (workflow.id !== undefined && workflow.id === first.id) continue;
      const areEnabled = first.status === 'enabled' && workflow.status === 'enabled';
      report({
        at: [workflow, 'name'],
        message: `duplicate workflow name ${quote(name ?? '')}${areEnabled ? '; both workflows are enabled' : ''}`,
        help: 'give this workflow a unique name',
        related: [{ at: [first, 'name'], message: 'first used here' }],
        severity: 'warning',
      });
    }
}

function checkEvents(events: readonly EventDefinition[], report: ReportFn): void {
  for (const [id, [first, ...others]] of groupBy(events, (each) => each.id))
    for (const event of id === undefined ? [] : others)
      if (event.name !== first.name)
        report({
          at: [event, 'id'],
          message: `duplicate event id ${quote(id ?? '')}, already used by event ${quote(first.name ?? '')}`,
          help: 'give one of the events a different id',
          related: [{ at: [first, 'id'], message: 'first used here' }],
        });
  const named = events.filter(({ name }) => name !== undefined && fold(name) !== '');
  for (const alike of groupBy(named, ({ name = '' }) => fold(name)).values()) {
    const [other] = alike;
    for (const [name = '', [first, ...others]] of groupBy(alike, (each) => each.name)) {
      for (const event of others) {
        const isSame = printSchema(event) === printSchema(first);
        const isItem = /\/\d+$/.test(event.pointer);
        report({
          at: [event, 'name'],
          message: `duplicate definition of event ${quote(name)}${isSame ? '' : ', with a different schema'}`,
          help: 'keep one definition, or rename the other event',
          fixes: isSame && isItem ? removeFix(event, 'remove the later definition') : [],
          related: [{ at: [first, 'name'], message: 'first defined here' }],
        });
      }
      if (first !== other)
        report({
          at: [first, 'name'],
          message: `events ${quote(name)} and ${quote(other.name ?? '')} differ only in case or separators`,
          help: 'use one of the two names everywhere, or rename this event',
          related: [{ at: [other, 'name'], message: 'definition of the other event' }],
          severity: 'warning',
        });
    }
  }
}

const printSchema = ({ schema }: EventDefinition): string =>
  JSON.stringify(schema === null ? null : [...schema].sort(([a], [b]) => (a < b ? -1 : 1)));
