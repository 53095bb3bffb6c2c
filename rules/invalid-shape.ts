import { SCHEMA_TYPES } from '../src/core/document/bind.ts';
import { labelOf, labelOfWorkflow } from '../src/core/model/config.ts';
import { addFix, writeFix } from '../src/core/model/fix.ts';
import { asString, isObject } from '../src/core/model/json.ts';
import { joinPointer, splitPointer } from '../src/core/model/place.ts';
import { describeValue, listNames, quote } from '../src/core/model/text.ts';
import { valueFaultsOf } from '../src/core/model/value-fault.ts';
import type { Node, ShapeFault } from '../src/core/model/workflow.ts';
import { resourceOf } from '../src/core/resources/registry.ts';
import { defineRule, type Report, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-shape',
  severity: 'error',
  preset: 'recommended',
  stage: 'readable',
  isAlwaysOn: true,
  summary: 'A field of a workflow, step, edge, event or list that is missing or has a wrong value.',
  why: 'The service rejects the workflow or ignores the part, so emails may not be sent.',
  remedy: 'Add or correct the field, or export the workflow again.',

  document({ document, workspace }, report) {
    for (const fault of document.faults) {
      if (fault.kind !== 'shape') continue;
      const { node, field, isUnread } = fault;
      const isMandatory = isUnread && { isMandatory: true as const };
      report({ at: [node, ...field], ...describe(fault, workspace), ...isMandatory });
    }
    for (const step of document.workflows.flatMap(({ steps = [] }) => steps))
      for (const { path, reason, help, meant } of valueFaultsOf(step)) {
        const noun = path.includes('variables') ? 'variable ' : '';
        report({
          at: [step, ...path],
          message: `${noun}${quote(path.at(-1) ?? '')} of ${labelOf(step)} ${reason}`,
          help,
          fixes: writeFix([step, ...path], meant),
        });
      }
  },
});

/** The only wording of shape faults. */
function describe(
  fault: ShapeFault,
  workspace: Workspace,
): Pick<Report, 'message' | 'help' | 'fixes' | 'severity'> {
  const { node, field, problem, expected, found, meant } = fault;
  const at = [node, ...field] as const;
  const [last, ...holders] = [...namesIn(node, field)].reverse();
  const owner = [...holders.filter((name) => name !== 'config').map(quote), labelOfNode(node)].join(
    ' of ',
  );
  const name = `${quote(last ?? '')} of ${owner}`;
  switch (problem) {
    case 'missing': {
      const names = expected.map((each) => quote(nameIn(node, [...field.slice(0, -1), each])));
      const help = meant === undefined ? adviseMissing(fault) : `write "${last}": ${quote(meant)}`;
      const fixes = meant === undefined ? [] : addFix(node, last ?? '', meant);
      return { message: `${owner} has no ${names.join(' or ')}`, help, fixes };
    }
    case 'blank':
      return { message: `${name} is blank`, help: offerNames(fault, workspace) };
    case 'two-lists':
      return {
        message: `${owner} has different "edges" and "connections"; "${expected[0]}" is read`,
        help: 'keep the correct list, and remove the other',
        severity: 'warning',
      };
    case 'json-schema': {
      const schema = node.kind === 'event' ? [...(node.schema ?? [])] : [];
      const types = Object.fromEntries(
        schema.map(([name, type = '']) => [name, SCHEMA_TYPES.has(type) ? type : 'string']),
      );
      const text = JSON.stringify(types).replaceAll(/[:,](?=")/g, '$& ');
      return {
        message: `schema of ${labelOfNode(node)} is a JSON Schema, not an object of property types`,
        help: `write ${text}`,
        fixes: writeFix(at, types, 'unsafe'),
      };
    }
    default: {
      const kinds = expected.map((kind) => KINDS.get(kind) ?? kind).join(' or ');
      const value = valueMeant(fault);
      return {
        message:
          field.length === 0
            ? `expected ${nounOf(node)} here, found ${describeValue(found)}`
            : `${name} must be ${kinds}, but is ${describeValue(found)}`,
        help: value?.help ?? (meant === undefined ? undefined : `write "${last}": ${quote(meant)}`),
        fixes: writeFix(at, value?.write ?? meant),
      };
    }
  }
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ...['string', 'boolean', 'number'].map((kind) => [kind, `a ${kind}`] as const),
  ...['object', 'array'].map((kind) => [kind, `an ${kind}`] as const),
]);
function nounOf(node: Node): string {
  if (node.kind === 'event') return 'an event definition';
  if (node.kind === 'edge') return node.workflow.edgeNoun === 'edge' ? 'an edge' : 'a connection';
  return `a ${node.kind === 'item' ? (resourceOf(node.of)?.noun ?? 'item') : node.kind}`;
}

/** The value that is meant by one of a wrong type. */
function valueMeant({ node, field, expected, found }: ShapeFault) {
  const last = String(field.at(-1));
  if (last.endsWith('_at'))
    return { help: 'write a UTC time of the form YYYY-MM-DDThh:mm:ssZ', write: undefined };
  if (node.kind === 'event' && field[0] === 'schema' && field.length > 1)
    return { help: `write one of ${[...SCHEMA_TYPES.keys()].join(', ')}`, write: undefined };
  if (expected.includes('string') && typeof found === 'number' && last !== 'type')
    return { help: `write ${quote(String(found))} in quotes`, write: String(found) };
  if (expected.includes('boolean') && (found === 'true' || found === 'false'))
    return { help: `write ${found} without quotes`, write: found === 'true' };
  if (expected.includes('array') && isObject(found))
    return { help: 'put the items in square brackets, without keys', write: undefined };
  if (last !== 'template' || typeof found !== 'string') return undefined;
  return { help: `write {"id": ${JSON.stringify(found)}}`, write: { id: found } };
}

function adviseMissing({ node, field, expected }: ShapeFault): string | undefined {
  if (node.kind === 'workflow' && expected[0] === 'edges')
    return (node.steps?.length ?? 0) > 1
      ? `add ${quote(nameIn(node, ['edges']))} between its steps`
      : `add ${quote(nameIn(node, ['edges']))}: []`;
  if (node.kind !== 'step') return undefined;
  if (expected[0] === 'config') {
    const needed = node.spec.requires.flat().map(quote).join(' or ');
    return needed === '' ? 'add "config": {}' : `add "config" with ${needed}`;
  }
  if (expected[0] === 'event_name')
    return isObject(node.raw['config']) && typeof node.raw['config']['event'] === 'string'
      ? 'rename "event" to "event_name"'
      : undefined;
  if (expected[0] === 'duration') return 'add "duration": "3 days"';
  return field.at(-1) === 'template' ? 'add "template": {"id": "…"}' : undefined;
}

/** The names that are defined, for one that is blank. */
function offerNames({ node, field }: ShapeFault, { documents }: Workspace): string | undefined {
  const texts = node.kind === 'step' ? node.spec.texts : [];
  const of = texts.find(({ path }) => path.join('.') === field.join('.'))?.of;
  if (of === undefined) return undefined;
  const [first = 'name'] = resourceOf(of)?.names ?? [];
  const names = documents.flatMap(({ events, items }) => [
    ...(of === 'events' ? events.flatMap(({ name }) => name ?? []) : []),
    ...items.flatMap((item) => (item.of === of ? (asString(item.raw[first]) ?? []) : [])),
  ]);
  const known = [...new Set(names.filter((each) => each.trim() !== ''))].sort();
  return known.length === 0 ? undefined : `write one of ${listNames(known)}`;
}

function labelOfNode(node: Node): string {
  if (node.kind === 'step') return labelOf(node);
  if (node.kind === 'workflow')
    return (node.name ?? node.id) === undefined ? 'this workflow' : labelOfWorkflow(node);
  if (node.kind === 'edge') {
    const { from, to, workflow } = node;
    if (from !== undefined) return `${workflow.edgeNoun} from ${quote(from)}`;
    return to === undefined ? `this ${workflow.edgeNoun}` : `${workflow.edgeNoun} to ${quote(to)}`;
  }
  if (node.kind === 'event')
    return node.name === undefined ? 'this event definition' : `event ${quote(node.name)}`;
  const noun = node.kind === 'item' ? (resourceOf(node.of)?.noun ?? 'item') : node.kind;
  const names = node.kind === 'item' ? (resourceOf(node.of)?.names ?? []) : [];
  const name = names.map((each) => node.raw[each]).find((each) => typeof each === 'string');
  return name === undefined ? `this ${noun}` : `${noun} ${quote(String(name))}`;
}

const namesIn = (node: Node, field: ShapeFault['field']): readonly string[] => {
  const path = field.map(String);
  const written = node.written.get(joinPointer(path));
  return written === undefined ? [...path.slice(0, -1), nameIn(node, path)] : splitPointer(written);
};

const isAlphaEdge = ({ written }: Node): boolean =>
  [...written.values()].some((name) => name.endsWith('_step_id'));

/** A field in the words of the file; one that is missing as its siblings are written. */
function nameIn(node: Node, path: readonly (string | number)[]): string {
  const field = String(path.at(-1) ?? '');
  if (path.length !== 1) return field;
  if (node.kind === 'workflow' && field === 'edges') return `${node.edgeNoun}s`;
  if (node.kind === 'edge' && node.workflow.edges?.some(isAlphaEdge)) return `${field}_step_id`;
  const isAlpha =
    node.kind === 'step' &&
    node.workflow.steps?.some((step) => step.written.get('/key') === '/id') === true;
  return isAlpha && field === 'key' ? 'id' : field;
}
