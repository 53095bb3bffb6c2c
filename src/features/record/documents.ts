/** What a program wrote and sent, as documents at the lines of its calls. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeValue } from '../../core/document/decode.ts';
import { linesOf } from '../../core/document/positions.ts';
import { asString, isObject, type JsonObject } from '../../core/model/json.ts';
import type { ApiCall, Document, Input, SourceSpan } from '../../core/model/workflow.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import { sourceName } from '../../node/files.ts';
import { type Account, isRead, type Logged } from './account.ts';
import { linked } from './linear.ts';
import { EVENTS, type Row, WORKFLOWS } from './store.ts';

/** The name of documents whose calls have no known place. */
const UNKNOWN = 'recorded';

/** A value that the program wrote, and the place of its call. */
interface Part {
  /** The key of a bundle. */
  readonly of: string;
  readonly value: JsonObject;
  readonly place: string | undefined;
}

/** One document a file of the program. */
export function documentsOf(account: Account): readonly Document[] {
  const own = (collection: string): readonly Row[] =>
    account.rows(collection).filter(({ before }) => before === undefined);
  const workflows = own(WORKFLOWS).flatMap(workflowIn);
  const events = own(EVENTS).filter(({ value }) => value['name'] !== undefined);
  const partOf = (of: string, { value, place }: Row): Part => ({ of, value, place });
  const parts = [
    ...workflows.map((row) => partOf('workflows', row)),
    ...events.map((row) => partOf('events', row)),
    // The other fields of an item that is only changed are not known.
    ...RESOURCES.flatMap(({ name, path, names: [first = ''] }) =>
      own(path).flatMap((row) => (row.value[first] === undefined ? [] : partOf(name, row))),
    ),
  ];
  const calls = account.log.filter((each, i) => isCall(each, account.log.slice(i + 1)));
  const fileOf = ({ place }: { readonly place?: string | undefined }): string =>
    placeOf(place)?.path ?? '';
  const files = new Set([...parts, ...calls].map(fileOf));
  return [...files].map((file) => {
    const isOfFile = (each: Part | Logged): boolean => fileOf(each) === file;
    return buildDocument(file, parts.filter(isOfFile), calls.filter(isOfFile));
  });
}

/** A change of a status alone is no workflow; without a name it is the body of an update. */
function workflowIn({ value, ...row }: Row): readonly Row[] {
  const whole = linked(value);
  if (whole['name'] !== undefined) return [{ ...row, value: { ...whole, id: value.id } }];
  if (whole['steps'] === undefined) return [];
  const { object: _, id: __, status: ___, ...body } = whole;
  return [{ ...row, value: body as Row['value'] }];
}

function buildDocument(file: string, parts: readonly Part[], logged: readonly Logged[]): Document {
  const input = inputOf(file);
  const names = ['workflows', 'events', ...RESOURCES.map(({ name }) => name)];
  const spans = new Map<string, SourceSpan>();
  const bundle = names.map((name) => {
    const own = parts.filter(({ of }) => of === name);
    for (const [i, { place }] of own.entries()) spans.set(`/${name}/${i}`, spanAt(place, input));
    return [name, own.map(({ value }) => value)] as const;
  });
  const document = decodeValue(input, Object.fromEntries(bundle));
  for (const each of [...document.workflows, ...document.events])
    Object.assign(each, { origin: 'record' });
  const calls = logged.map((each, i): ApiCall => {
    const pointer = `/calls/${i}`;
    spans.set(pointer, spanAt(each.place, input));
    return callOf(each, document, pointer);
  });
  return Object.assign(document, {
    ...{ calls, lists: [], value: undefined },
    ...(input.text !== undefined && { spans }),
  });
}

function inputOf(path: string): Input {
  if (path === '') return { name: UNKNOWN, isNamed: true };
  try {
    return { name: sourceName(path), text: readFileSync(path, 'utf8'), isNamed: true };
  } catch {
    // Of a source map, whose source is not there.
    return { name: sourceName(path), isNamed: true };
  }
}

interface Place {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

function placeOf(given: string | undefined): Place | undefined {
  const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(given ?? '') ?? [];
  if (line === undefined) return undefined;
  const path = file.startsWith('file:') && URL.canParse(file) ? fileURLToPath(file) : file;
  return { path, line: Number(line), column: Number(column) };
}

/** The name of the function that is called. */
function spanAt(given: string | undefined, { text = '' }: Input): SourceSpan {
  const { line = 1, column = 1 } = placeOf(given) ?? {};
  const offset = linesOf(text).offsetAt({ line: line - 1, character: column - 1 });
  const [name = ''] = /^[\w$.]*/.exec(text.slice(offset, offset + 80)) ?? [];
  return { offset, length: Math.max(1, name.length) };
}

/** What a rule may say something of: what was sent or defined, and refusals. */
function isCall(request: Logged, later: readonly Logged[]): boolean {
  if (request.answer.status >= 400) return !isHandled(request, later);
  return request.path[0] === EVENTS && !isRead(request.method) && request.method !== 'DELETE';
}

/** Whether a program looks what exists, or does it in another way after the refusal. */
function isHandled(refused: Logged, later: readonly Logged[]): boolean {
  const { method, path, id } = refused;
  const { status } = refused.answer;
  if (status === 409 && refused.isSame) return true;
  if (status === 404 && (isRead(method) || method === 'DELETE')) return true;
  const isOther = (next: Logged): boolean => {
    const isNew = status === 404 && next.method === 'POST' && next.path.length === 1;
    const isSame = id !== undefined && next.id === id && !isRead(next.method);
    return next.answer.status < 400 && next.path[0] === path[0] && (isNew || isSame);
  };
  return later.some(isOther);
}

function callOf(logged: Logged, document: Document, pointer: string): ApiCall {
  const { method, path, body, answer } = logged;
  const raw = isObject(body) ? body : {};
  const isSend = path[0] === EVENTS && path[1] === 'send';
  const isDefinition = path.length === 1 && path[0] === EVENTS && method === 'POST';
  const target = `/${path.join('/')}`;
  const payload = raw['payload'];
  const properties = new Map(Object.entries(isObject(payload) ? payload : {}).map(typed));
  const message = asString(answer.body['message']) ?? '';
  return {
    ...{ kind: 'call', document, pointer, raw, origin: 'record', via: 'http' },
    names: { of: new Map(), corrections: [], unknown: [] },
    does: isSend ? 'send' : isDefinition ? 'define' : 'other',
    callee: `${method} ${target}`,
    event: isSend ? asString(raw['event']) : undefined,
    fields: Object.keys(raw),
    payload: isSend ? { properties, isWhole: true } : undefined,
    request: { method, path: target },
    result: 'used',
    refusal: answer.status < 400 ? undefined : { status: answer.status, message },
  };
}

const typed = ([name, value]: readonly [string, unknown]): [string, string] => [
  name,
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
];
