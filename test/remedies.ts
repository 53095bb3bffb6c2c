import type { Finding, Location } from '../src/core/model/finding.ts';

/** What a help tells the reader to write. */
export type Remedy =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'field'; readonly field: string; readonly value: unknown }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'edge'; readonly from: string; readonly to: string; readonly type?: string }
  | { readonly kind: 'type'; readonly step: number; readonly value: string };

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"';
const JSON_VALUE = `(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?|\\{[^{}]*\\}|\\[\\]|true|false)`;
/** Verbs before a value. */
const WRITE =
  '(?:write(?: its)?(?: one of its properties:| one property, such as| one of| the name of a value, such as)?|did you mean(?: \\w+)?|use(?: one of| a name such as| a verified domain, such as)|send from|send both from one domain, such as|such as|write its id|rename it(?:, for example)? to|write a UTC time such as|if seconds, write|if milliseconds, write)';

/** The values that a help names. Templates with an ellipsis or an address to fill in are none. */
export function remediesOf({ help = '' }: Finding): readonly Remedy[] {
  const found: Remedy[] = [];
  for (const [, from = '', to = ''] of help.matchAll(
    new RegExp(`rename ${QUOTED} to ${QUOTED}`, 'g'),
  ))
    found.push({ kind: 'rename', from, to });
  for (const [, from = '', to = ''] of help.matchAll(
    new RegExp(`an? (?:edge|connection) from ${QUOTED} to ${QUOTED}`, 'g'),
  ))
    found.push({ kind: 'edge', from, to });
  for (const [, from = '', to = ''] of help.matchAll(
    new RegExp(`nothing follows ${QUOTED}: connect it to ${QUOTED}`, 'g'),
  ))
    found.push({ kind: 'edge', from, to });
  for (const [, type = '', from = '', to = ''] of help.matchAll(
    new RegExp(`the ${QUOTED} branch of ${QUOTED} is free: connect it to ${QUOTED}`, 'g'),
  ))
    found.push({ kind: 'edge', from, to, type });
  const misspelt = new RegExp(`did you mean ${QUOTED} instead of ${QUOTED} in step (\\d+)`, 'g');
  for (const [, value = '', , step] of help.matchAll(misspelt))
    found.push({ kind: 'type', step: Number(step) - 1, value });
  const field = new RegExp(`(?:write|add)(?: [a-z ]+:)? ${QUOTED}: (${JSON_VALUE})`, 'g');
  for (const [, name = '', text = ''] of help.matchAll(field))
    if (isValue(text)) found.push({ kind: 'field', field: name, value: JSON.parse(text) });
  const list = new RegExp(
    `${WRITE} (${JSON_VALUE}(?:(?:,| or|, or| and) ${JSON_VALUE})*)(?!:)`,
    'g',
  );
  for (const [, values = ''] of help.replaceAll(field, '').replaceAll(misspelt, '').matchAll(list))
    for (const [text] of values.matchAll(new RegExp(JSON_VALUE, 'g')))
      if (isValue(text)) found.push({ kind: 'value', value: JSON.parse(text) });
  return found;
}

const isValue = (text: string): boolean => !/…|<[^>]*domain>/.test(text);

/** The text with the remedy made at the place of a finding, and where it says "also"; `undefined` where it cannot be made. */
export function applyRemedy(text: string, finding: Finding, remedy: Remedy): string | undefined {
  const also = finding.related.filter(({ message }) => message.startsWith('also'));
  const places = [finding.location, ...also.map(({ location }) => location)];
  // From the last to the first, so that the regions of the others stay.
  const ordered = places.toSorted((a, b) => offsetsOf(text, b)[0] - offsetsOf(text, a)[0]);
  if (remedy.kind !== 'value') return applyToTree(text, finding, places, remedy);
  // The name is also written elsewhere.
  const name = text.slice(...offsetsOf(text, finding.location));
  if (finding.help?.includes(', here and in'))
    return text.replaceAll(name, JSON.stringify(remedy.value));
  let changed: string | undefined = text;
  for (const place of ordered)
    changed = changed && writeAt(changed, place, finding.message, remedy.value);
  return changed;
}

function offsetsOf(text: string, { region }: Location): readonly [number, number] {
  if (region === undefined) return [0, 0];
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  const at = (line: number, column: number) => (starts[line - 1] as number) + column - 1;
  return [at(region.startLine, region.startColumn), at(region.endLine, region.endColumn)];
}

function writeAt(text: string, place: Location, message: string, value: unknown) {
  const [start, end] = offsetsOf(text, place);
  const before = parse(text.slice(start, end));
  // A comparison as a whole: its value.
  if (isTree(before) && 'operator' in before && !isTree(value))
    return text.slice(0, start) + JSON.stringify({ ...before, value }) + text.slice(end);
  if (/\/(?:steps|edges|connections)\/\d+$|^$/.test(place.pointer) && typeof before === 'object')
    return undefined;
  let written = value;
  if (typeof before === 'string' && typeof value === 'string') {
    // Of a longer text, only the part that the message names.
    const names = [...message.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string);
    const parts = names.filter((name) => name !== before && before.includes(name));
    const part = parts.find((name) => before.endsWith(name)) ?? parts[0];
    if (part !== undefined && !names.includes(before) && !value.includes('<'))
      written =
        before.slice(0, before.lastIndexOf(part)) +
        value +
        before.slice(before.lastIndexOf(part) + part.length);
  }
  return text.slice(0, start) + JSON.stringify(written) + text.slice(end);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

function applyToTree(
  text: string,
  finding: Finding,
  places: readonly Location[],
  remedy: Exclude<Remedy, { readonly kind: 'value' }>,
): string | undefined {
  const root = parse(text);
  if (!isTree(root)) return undefined;
  const isMade = places.every(({ pointer }) => {
    const path = pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const holders: Tree[] = [root];
    for (const part of path) {
      const inner = holders.at(-1)?.[part];
      if (!isTree(inner)) break;
      holders.push(inner);
    }
    const workflow = holders.find((each) => Array.isArray(each['steps']));
    if (remedy.kind === 'edge') return addEdge(workflow, remedy);
    if (remedy.kind === 'type')
      return setField(stepsOf(workflow)[remedy.step], 'type', remedy.value);
    if (remedy.kind === 'rename')
      return renameKey(
        holders.findLast((each) => Object.hasOwn(each, remedy.from)),
        remedy,
      );
    // An unknown field is replaced.
    const last = path.at(-1) as string;
    const owner = holders.findLast((each) => Object.hasOwn(each, last));
    if (finding.rule === 'unknown-config-field' && owner !== undefined) {
      delete owner[last];
      const step = holders[holders.indexOf(owner) - 1];
      return setField(remedy.field === 'config' ? step : owner, remedy.field, remedy.value);
    }
    const holder = (last === remedy.field && owner) || (holders.at(-1) as Tree);
    const isEdge = /\/(?:edges|connections)\/\d+/.test(pointer);
    if (isEdge && !/type$/i.test(remedy.field)) {
      // It stands at an edge, and names the step.
      const [, name] = /"([^"]*)"/.exec(finding.message) ?? [];
      const step = stepsOf(workflow).find(({ key, id }) => (key ?? id) === name);
      return setField(step?.['config'], remedy.field, remedy.value);
    }
    const isOfStep = /^(?:type|key|id|ref|config)$/.test(remedy.field);
    return setField(
      isTree(holder['config']) && !isOfStep ? holder['config'] : holder,
      remedy.field,
      remedy.value,
    );
  });
  return isMade ? JSON.stringify(root, null, 2) : undefined;
}

const stepsOf = (workflow: Tree | undefined): readonly Tree[] =>
  Array.isArray(workflow?.['steps']) ? workflow['steps'] : [];

function setField(holder: unknown, field: string, value: unknown): boolean {
  if (!isTree(holder)) return false;
  holder[field] = value;
  return true;
}

function renameKey(holder: Tree | undefined, { from, to }: { from: string; to: string }): boolean {
  if (holder === undefined) return false;
  for (const [key, value] of Object.entries(holder)) {
    delete holder[key];
    holder[key === from ? to : key] = value;
  }
  return true;
}

function addEdge(
  workflow: Tree | undefined,
  { from, to, type = 'default' }: { from: string; to: string; type?: string },
): boolean {
  const steps = stepsOf(workflow);
  const edges = workflow?.['edges'] ?? workflow?.['connections'];
  const find = (name: string) => steps.find(({ key, id }) => name === key || name === id);
  const [source, target] = [find(from), find(to)];
  if (source === undefined || target === undefined) return false;
  if (!Array.isArray(edges)) return setField(source, 'next', to);
  const isAlpha = edges.some((edge: unknown) => isTree(edge) && 'from_step_id' in edge);
  edges.push(
    isAlpha ? { from_step_id: from, to_step_id: to, edge_type: type } : { from, to, type },
  );
  return true;
}
