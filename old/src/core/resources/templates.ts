import { isObject, type JsonObject } from '../model/json.ts';
import { findLiterals } from '../model/literal-text.ts';
import { compact, defineResource, textOrNull } from '../model/resource.ts';
import { isEmail, TEXT, TEXT_OR_NULL } from '../model/step-type.ts';

export interface Template {
  readonly id?: string;
  readonly alias?: string | null;
  readonly name?: string | null;
  readonly status?: string;
  readonly published_at?: string | null;
  readonly has_unpublished_versions?: boolean;
  readonly from?: string | null;
  readonly subject?: string | null;
  readonly reply_to?: unknown;
  /** Of the body only the variables and what looks like one are kept: `{{{NAME}}} {{PLAN}} {plan}`. */
  readonly html?: string | null;
  readonly text?: string | null;
  /** `undefined` for an item of a list, which does not have them. */
  readonly variables?: readonly TemplateVariable[];
}

export interface TemplateVariable {
  readonly key: string;
  readonly type?: string;
  readonly fallback_value?: unknown;
}

const LONGEST_NAME = 200;
/** In place of a block or partial of another tool. */
const BLOCK = '{{#…}}';

export default defineResource<Template>({
  name: 'templates',
  object: 'template',
  noun: 'template',
  plural: 'templates',
  position: 10,
  names: ['id', 'alias'],
  fields: {
    id: TEXT,
    alias: TEXT_OR_NULL,
    name: TEXT_OR_NULL,
    status: TEXT,
    from: TEXT_OR_NULL,
    subject: TEXT_OR_NULL,
    html: TEXT_OR_NULL,
    text: TEXT_OR_NULL,
    variables: {
      type: ['array', 'null'],
      items: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } },
    },
  },
  keep: (raw) =>
    compact<Template>({
      id: textOrNull(raw['id']) ?? undefined,
      alias: textOrNull(raw['alias']),
      name: textOrNull(raw['name']),
      status: textOrNull(raw['status']) ?? undefined,
      published_at: textOrNull(raw['published_at']),
      has_unpublished_versions: flag(raw['has_unpublished_versions']),
      from: textOrNull(raw['from']),
      subject: textOrNull(raw['subject']),
      reply_to: isReplyTo(raw['reply_to']) ? raw['reply_to'] : undefined,
      html: tagsOf(raw['html']),
      text: tagsOf(raw['text']),
      variables: variablesOf(raw),
    }),
  details: ['from', 'subject', 'reply_to', 'html', 'text', 'variables', 'has_unpublished_versions'],
  isWhole: ({ variables }) => variables !== undefined,
  isUsedBy: (steps) => steps.some(isEmail),
  usedBy: ({ emails }) => emails.map(({ name }) => name),
});

const flag = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

const isReplyTo = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

function variablesOf({ variables }: JsonObject): readonly TemplateVariable[] | undefined {
  if (variables === null) return [];
  if (!Array.isArray(variables)) return undefined;
  const kept: TemplateVariable[] = [];
  for (const each of variables as readonly unknown[]) {
    const key = isObject(each) ? each['key'] : undefined;
    if (!isObject(each) || typeof key !== 'string') return undefined;
    const type = textOrNull(each['type']) ?? undefined;
    kept.push(compact<TemplateVariable>({ key, type, fallback_value: each['fallback_value'] }));
  }
  return kept;
}

/** The variables of a text in order, each once in each spelling. Braces without a name, such as blocks, are ignored. */
function tagsOf(value: unknown): string | null | undefined {
  if (typeof value !== 'string') return value === null ? null : undefined;
  const tags = new Set<string>();
  for (const { name, hasFallback } of templateTags(value).filter((tag) => tag.isRendered))
    tags.add(hasFallback ? `{{{${name}|…}}}` : `{{{${name}}}}`);
  // Text after a name, such as that of a filter, may be about people.
  for (const { written, name } of findLiterals(value))
    if (name === undefined || !written.startsWith('{{') || NAME.test(written.slice(2, -2).trim()))
      tags.add(name === undefined ? BLOCK : written);
    else tags.add(`{{${name}}}`);
  return [...tags].join(' ');
}

interface TemplateTag {
  readonly name: string;
  /** Variables in three braces; those in two are not replaced. */
  readonly isRendered: boolean;
  /** `{{{NAME|text}}}`: the syntax of broadcasts. */
  readonly hasFallback: boolean;
}

/** The variables in a text. */
export function templateTags(text: string | null | undefined): readonly TemplateTag[] {
  const tags: TemplateTag[] = [];
  if (!text?.includes('{{')) return tags;
  for (const [, open, inner = '', close] of text.matchAll(TAG)) {
    const [name = '', fallback] = inner.split('|', 2);
    if (!NAME.test(name.trim())) continue;
    tags.push({
      name: name.trim(),
      isRendered: open !== '' && close !== '',
      hasFallback: fallback !== undefined,
    });
  }
  return tags;
}

const TAG = new RegExp(`\\{\\{(\\{?)([^{}]{1,${LONGEST_NAME}})\\}\\}(\\}?)`, 'g');
const NAME = /^[\p{L}\p{N}_.-]+$/u;
