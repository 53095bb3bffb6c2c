import { templateOf } from '../model/config.ts';
import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import type { ResourceItem, Step } from '../model/workflow.ts';
import type { Workspace } from '../workspace.ts';
import { defineResource } from './resource.ts';

export interface Template {
  readonly id?: string;
  readonly alias?: string | null;
  readonly name?: string | null;
  readonly status?: string | null;
  readonly has_unpublished_versions?: boolean | null;
  readonly from?: string | null;
  readonly subject?: string | null;
  readonly html?: string | null;
  readonly text?: string | null;
  /** Undefined for an item of a list, which does not have them. */
  readonly variables?: readonly TemplateVariable[] | null;
}

export interface TemplateVariable {
  readonly key: string;
  readonly type?: string;
  readonly fallback_value?: unknown;
}

export default defineResource<Template>({
  name: 'templates',
  object: 'template',
  noun: 'template',
  position: 10,
  names: ['id', 'alias'],
  fields: {
    id: TEXT,
    alias: TEXT_OR_NULL,
    name: TEXT_OR_NULL,
    status: TEXT_OR_NULL,
    has_unpublished_versions: { type: ['boolean', 'null'] },
    from: TEXT_OR_NULL,
    subject: TEXT_OR_NULL,
    html: TEXT_OR_NULL,
    text: TEXT_OR_NULL,
    variables: {
      type: ['array', 'null'],
      items: { type: 'object', required: ['key'], properties: { key: TEXT } },
    },
  },
  details: ['from', 'subject', 'html', 'text', 'variables', 'has_unpublished_versions'],
});

const templatesIn = ({ documents }: Workspace): readonly ResourceItem<Template>[] =>
  documents.flatMap(({ items }) => items.filter(isTemplate));

const isTemplate = (item: ResourceItem<object>): item is ResourceItem<Template> =>
  item.of === 'templates';

/** The template that an email names, where it was read. */
export function templateFor(step: Step, workspace: Workspace): Template | undefined {
  const name = templateOf(step);
  return name === undefined
    ? undefined
    : workspace.ask<Template>('templates', 'some')?.find(name)?.item.value;
}

/** Tells the templates of emails apart: by id, also where a step has the alias. */
export function templateKeys(workspace: Workspace): (step: Step) => string | undefined {
  const ids = new Map(
    templatesIn(workspace).flatMap(({ value: { id, alias } }) => (alias ? [[alias, id]] : [])),
  );
  return (step) => {
    const name = templateOf(step)?.trim();
    return name && (ids.get(name) ?? name);
  };
}

/** The templates that some email names. */
export function templatesSent(workspace: Workspace): readonly ResourceItem<Template>[] {
  const templates = templatesIn(workspace);
  if (templates.length === 0) return [];
  const keyOf = templateKeys(workspace);
  const sent = new Set(workspace.workflows.flatMap(({ steps = [] }) => steps.map(keyOf)));
  return templates.filter(({ value: { id } }) => id !== undefined && sent.has(id));
}
