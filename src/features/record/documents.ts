/** What a program wrote and sent, as documents at the lines of its calls. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeValue } from '../../core/document/decode.ts';
import { linesOf } from '../../core/document/positions.ts';
import { groupBy } from '../../core/graph/graph.ts';
import { asString, isObject, type JsonObject } from '../../core/model/json.ts';
import type { ApiCall, Document, Input, SourceSpan } from '../../core/model/workflow.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import { sourceOf } from '../../node/files.ts';
import { type Account, isRead, type Logged } from './account.ts';
import type { Row } from './store.ts';

/** Collections, with fields: an item that has none of them is not known. */
const COLLECTIONS = [
  { of: 'workflows', fields: ['name', 'steps'] },
  { of: 'events', fields: ['name'] },
  ...RESOURCES.map(({ name, names }) => ({ of: name, fields: names.slice(0, 1) })),
];

/** One document a file of the program. */
export function documentsOf({ rows, log }: Account): readonly Document[] {
  const written = COLLECTIONS.flatMap(({ of, fields }) => {
    const own = rows(of).filter(({ before }) => before === undefined);
    return own.map(asSent).filter(({ value }) => fields.some((name) => value[name] !== undefined));
  });
  const calls = log.filter((each, i) => isCall(each, log.slice(i + 1)));
  const files = groupBy([...written, ...calls], ({ place }) => placeOf(place).path);
  return Array.from(files, ([file, parts]) => buildDocument(inputOf(file), parts));
}

/** A workflow without a name is the body of an update; a change of a status alone is none. */
function asSent(row: Row): Row {
  if (row.collection !== 'workflows') return row;
  const value = linked(row.value);
  const { object: _, id: __, status: ___, ...body } = value;
  return { ...row, value: body['name'] === undefined ? body : value };
}

/**
 * Adds connections to a workflow whose steps name the next ones (`next`, `branches`), as the tools
 * of the service for agents write it.
 */
function linked(workflow: JsonObject): JsonObject {
  const { steps, connections, edges } = workflow;
  if (!Array.isArray(steps) || connections !== undefined || edges !== undefined) return workflow;
  const found: JsonObject[] = [];
  const plain = steps.map((step: unknown) => {
    if (!isObject(step)) return step;
    const { next, branches, ...others } = step;
    const from = asString(step['key']);
    const ends = Object.entries({ default: next, ...(isObject(branches) ? branches : {}) });
    for (const [type, to] of ends)
      if (typeof to === 'string') found.push({ from, to, ...(type !== 'default' && { type }) });
    return others;
  });
  return { ...workflow, steps: plain, connections: found };
}

function buildDocument(input: Input, parts: readonly (Row | Logged)[]): Document {
  const spans = new Map<string, SourceSpan>();
  const bundle = new Map(COLLECTIONS.map(({ of }): [string, JsonObject[]] => [of, []]));
  const logged = parts.filter((each) => 'answer' in each);
  for (const part of parts) {
    if ('answer' in part) continue;
    const items = bundle.get(part.collection) ?? [];
    spans.set(`/${part.collection}/${items.length}`, spanAt(part.place, input));
    items.push(part.value);
  }
  const document = decodeValue(input, Object.fromEntries(bundle));
  for (const each of [...document.workflows, ...document.events])
    Object.assign(each, { origin: 'record' });
  const calls = logged.map((each, i) => {
    spans.set(`/calls/${i}`, spanAt(each.place, input));
    return callOf(each, document, `/calls/${i}`);
  });
  return Object.assign(document, {
    ...{ calls, lists: [], value: undefined },
    ...(input.text !== undefined && { spans }),
  });
}

function inputOf(path: string): Input {
  const name = path === '' ? 'recorded' : sourceOf(path);
  // The source of a source map may not be there.
  if (!existsSync(path)) return { name, isNamed: true };
  return { name, text: readFileSync(path, 'utf8'), isNamed: true };
}

/** `file:///a.js:12:5` as a file and a position, which begins at 0. */
function placeOf(given = '') {
  const [, file = '', line = 1, column = 1] = /^(.*):(\d+):(\d+)$/.exec(given) ?? [];
  const path = file.startsWith('file:') && URL.canParse(file) ? fileURLToPath(file) : file;
  return { path, line: Number(line) - 1, character: Number(column) - 1 };
}

/** The name of the function that is called. */
function spanAt(given: string | undefined, { text = '' }: Input): SourceSpan {
  const offset = linesOf(text).offsetAt(placeOf(given));
  const [name = ''] = /^[\w$.]*/.exec(text.slice(offset, offset + 80)) ?? [];
  return { offset, length: Math.max(1, name.length) };
}

/** What a rule may say something of: what was sent or defined, and refusals. */
function isCall(request: Logged, later: readonly Logged[]): boolean {
  if (request.answer.status >= 400) return !isHandled(request, later);
  if (isRead(request.method) || request.method === 'DELETE') return false;
  // Of these paths the API lacks many, which a rule says.
  return /^(?:events?|automation)(?:\/|$)|^automations\/.+\//.test(request.path.join('/'));
}

/** Whether a program looks what exists, or does it in another way after the refusal. */
function isHandled({ method, path, answer }: Logged, later: readonly Logged[]): boolean {
  const { status, isHarmless } = answer;
  if (isHarmless || (status === 404 && (isRead(method) || method === 'DELETE'))) return true;
  return later.some((next) => {
    if (next.answer.status >= 400 || isRead(next.method) || next.path[0] !== path[0]) return false;
    // A graph after a workflow is disabled; an update of what exists, a creation of what does not.
    return status === 422
      ? path[1] !== 'send' && path[1] === next.path[1]
      : next.method !== method && next.path[1] !== 'send';
  });
}

function callOf(logged: Logged, document: Document, pointer: string): ApiCall {
  const { method, body, answer } = logged;
  const raw = isObject(body) ? body : {};
  const path = `/${logged.path.join('/')}`;
  const callee = `${method} ${path}`;
  const isSend = callee === 'POST /events/send';
  const does = isSend ? 'send' : callee === 'POST /events' ? 'define' : 'other';
  const payload = isObject(raw['payload']) ? raw['payload'] : {};
  const properties = new Map(Object.entries(payload).map(([name, value]) => [name, typeOf(value)]));
  const message = asString(answer.body['message']) ?? '';
  return {
    ...{ kind: 'call', document, pointer, raw, origin: 'record', via: 'http', does, callee },
    names: { of: new Map(), corrections: [], unknown: [] },
    event: isSend ? asString(raw['event']) : undefined,
    fields: Object.keys(raw),
    payload: isSend ? { properties, isWhole: true } : undefined,
    request: { method, path },
    result: 'used',
    refusal: answer.status < 400 ? undefined : { status: answer.status, message },
  };
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
