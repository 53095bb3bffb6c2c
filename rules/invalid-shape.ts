import { writeFix } from '../src/core/model/fix.ts';
import { convertTo } from '../src/core/model/json.ts';
import { writtenPath } from '../src/core/model/place.ts';
import { describeValue, labelOf, quote } from '../src/core/model/text.ts';
import type { Node, ShapeFault } from '../src/core/model/workflow.ts';
import { resourceOf } from '../src/core/resources/registry.ts';
import { defineRule, type Report } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-shape',
  severity: 'error',
  stage: 'readable',
  isAlwaysOn: true,
  summary: 'A field of a workflow, step, edge, event or list that is missing or has a wrong value.',
  why: 'The service rejects the workflow or ignores the part, so emails may not be sent.',
  remedy: 'Add or correct the field, or export the workflow again.',

  document({ document }, report) {
    for (const fault of document.faults) {
      if (fault.kind !== 'shape') continue;
      const { node, field, isUnread } = fault;
      const isMandatory = isUnread && { isMandatory: true as const };
      report({ at: [node, ...field], ...describe(fault), ...isMandatory });
    }
  },
});

/** The only wording of shape faults. */
function describe(fault: ShapeFault): Omit<Report, 'at'> {
  const { node, field, problem, expected, found } = fault;
  const names = namesIn(node, field);
  const [last = '', ...holders] = names
    .slice(field.length > 1 && field[0] === 'config' ? 1 : 0)
    .reverse();
  // Of an array, the place of the item; a property of an event may be called "0".
  const wordOf = (part: string): string =>
    /^\d+$/.test(part) && field[0] !== 'schema' ? `item ${Number(part) + 1}` : quote(part);
  const owner = [...holders.map(wordOf), labelOfNode(node)].join(' of ');
  const name = field.length === 0 ? owner : `${wordOf(last)} of ${owner}`;
  switch (problem) {
    case 'missing': {
      const names = expected.map((each) => quote(nameIn(node, [...field.slice(0, -1), each])));
      return { message: `${owner} has no ${names.join(' or ')}` };
    }
    case 'blank':
      return { message: `${name} is blank`, help: 'write the name that is meant' };
    case 'two-lists':
      return {
        message: `${owner} has different "edges" and "connections"; "${expected[0]}" is read`,
        help: 'keep the correct list, and remove the other',
        severity: 'warning',
      };
    case 'json-schema':
      return {
        message: `schema of ${owner} is a JSON Schema, not an object of property types`,
        help: 'write the type of each property, such as {"plan": "string", "seats": "number"}',
      };
    default: {
      // "a string, object or null"
      const kinds = expected.join(', ').replace(/, (?=\w+$)/, ' or ');
      const article = /^[aeo]/.test(kinds) ? 'an' : 'a';
      const value = valueMeant(fault);
      return {
        message: `${name} must be ${article} ${kinds}, but is ${describeValue(found)}`,
        help: value === undefined ? undefined : `write ${JSON.stringify(value)}`,
        fixes: writeFix([node, ...field], value),
      };
    }
  }
}

/** The value that is meant by one of a wrong type. */
function valueMeant({ field, expected, found }: ShapeFault): unknown {
  const last = String(field.at(-1));
  if (last === 'template' && typeof found === 'string') return { id: found };
  if (field[0] === 'schema' || /^(?:type|var)$|_at$/.test(last)) return undefined;
  if (typeof found === 'boolean') return undefined;
  return expected.map((type) => convertTo(type, found)).find((value) => value !== undefined);
}

function labelOfNode(node: Node): string {
  if (node.kind === 'step') return labelOf(node);
  if (node.kind === 'edge') {
    const noun = node.workflow.edgeNoun;
    return node.from === undefined ? `this ${noun}` : `${noun} from ${quote(node.from)}`;
  }
  const noun = node.kind === 'item' ? (resourceOf(node.of)?.noun ?? 'item') : node.kind;
  const { name, key, alias, id } = node.raw;
  const called = [name, key, alias, id].find((text) => typeof text === 'string');
  return called === undefined ? `this ${noun}` : `${noun} ${quote(String(called))}`;
}

function namesIn(node: Node, field: ShapeFault['field']): readonly string[] {
  const path = field.map(String);
  const written = writtenPath(node, path);
  const isSame = written.join() === path.join();
  return isSame ? [...path.slice(0, -1), nameIn(node, path)] : written;
}

/** A missing field in the words of the file: as other steps or edges of the workflow have it. */
function nameIn(node: Node, path: readonly (string | number)[]): string {
  const field = String(path.at(-1) ?? '');
  if (node.kind === 'workflow') return field === 'edges' ? `${node.edgeNoun}s` : field;
  if (path.length !== 1 || (node.kind !== 'step' && node.kind !== 'edge')) return field;
  const { steps = [], edges = [] } = node.workflow;
  // Each of many steps may lack it, so only the first ones are asked.
  const peers = (node.kind === 'step' ? steps : edges).slice(0, 100);
  const names = peers.map((peer) => writtenPath(peer, [field])[0]);
  return names.find((name) => name !== field) ?? field;
}
