import { SCHEMA_TYPES } from '../src/core/document/bind.ts';
import { labelOf, referenceIn, valuesOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { asString } from '../src/core/model/json.ts';
import { joinPointer, splitPointer } from '../src/core/model/place.ts';
import { describeValue, quote } from '../src/core/model/text.ts';
import type { Node, ShapeFault } from '../src/core/model/workflow.ts';
import { resourceOf } from '../src/core/resources/registry.ts';
import { defineRule, type Report } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-shape',
  severity: 'error',
  preset: 'recommended',
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
    for (const step of document.workflows.flatMap(({ steps = [] }) => steps))
      for (const { name, use, value, path } of valuesOf(step))
        if (use !== 'variable' && referenceIn(value)?.startsWith('wait_events.'))
          report({
            at: [step, ...path],
            message: `${quote(name)} of ${labelOf(step)} reads "wait_events.", which only emails can`,
            help: 'read data of the trigger ("event.") or of the contact ("contact.")',
          });
  },
});

/** The only wording of shape faults. */
function describe(fault: ShapeFault): Pick<Report, 'message' | 'help' | 'fixes'> {
  const { node, field, problem, expected, found } = fault;
  const [last = '', ...holders] = [...namesIn(node, field)].reverse();
  const owner = [...holders.filter((name) => name !== 'config').map(quote), labelOfNode(node)].join(
    ' of ',
  );
  const name = `${quote(last)} of ${owner}`;
  switch (problem) {
    case 'missing': {
      const names = expected.map((each) => quote(nameIn(node, [...field.slice(0, -1), each])));
      return {
        message: `${owner} has no ${names.join(' or ')}`,
        help: ADVICE.get(String(field.at(-1))),
      };
    }
    case 'blank':
      return { message: `${name} is blank`, help: 'write the name that is meant' };
    case 'json-schema':
      return {
        message: `schema of ${labelOfNode(node)} is a JSON Schema, not an object of property types`,
        help: 'write the type of each property, such as {"plan": "string", "seats": "number"}',
      };
    default: {
      if (field.length === 0) return { message: expectNode(node, found) };
      const kinds = expected.map((kind) => `${articleOf(kind)}${kind}`).join(' or ');
      const [help, value] = valueMeant(fault) ?? [];
      return {
        message: `${name} must be ${kinds}, but is ${describeValue(found)}`,
        help,
        fixes: writeFix([node, ...field], value),
      };
    }
  }
}

/** What is missing → what to write. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ['config', 'add "config" with the fields of this type of step'],
  ['duration', 'add "duration": "3 days"'],
  ['template', 'add "template": {"id": "…"}'],
  ['edges', 'list what connects the steps; the list may be empty'],
]);

/** The help and the value that is meant by one of a wrong type. */
function valueMeant({
  node,
  field,
  expected,
  found,
}: ShapeFault): readonly [help: string, value?: unknown] | undefined {
  const last = String(field.at(-1));
  if (node.kind === 'event' && field[0] === 'schema' && field.length > 1)
    return [`write one of ${[...SCHEMA_TYPES.keys()].join(', ')}`];
  const isName = !/^(?:type|var)$|_at$/.test(last);
  if (expected.includes('string') && typeof found === 'number' && isName)
    return [`write ${quote(String(found))} in quotes`, String(found)];
  if (expected.includes('boolean') && (found === 'true' || found === 'false'))
    return [`write ${found} without quotes`, found === 'true'];
  if (last !== 'template' || typeof found !== 'string') return undefined;
  return [`write {"id": ${JSON.stringify(found)}}`, { id: found }];
}

const articleOf = (noun: string): string =>
  noun === 'null' ? '' : /^[aeo]/.test(noun) ? 'an ' : 'a ';

function expectNode(node: Node, found: unknown): string {
  const noun = nounOf(node);
  return `expected ${articleOf(noun)}${noun} here, found ${describeValue(found)}`;
}

function nounOf(node: Node): string {
  if (node.kind === 'edge') return node.workflow.edgeNoun;
  return node.kind === 'item' ? (resourceOf(node.of)?.noun ?? 'item') : node.kind;
}

function labelOfNode(node: Node): string {
  if (node.kind === 'step') return labelOf(node);
  const noun = nounOf(node);
  if (node.kind === 'edge') {
    if (node.from !== undefined) return `${noun} from ${quote(node.from)}`;
    return node.to === undefined ? `this ${noun}` : `${noun} to ${quote(node.to)}`;
  }
  const fields = node.kind === 'item' ? (resourceOf(node.of)?.names ?? []) : ['name', 'id'];
  const name = fields.map((field) => asString(node.raw[field])).find((text) => text !== undefined);
  return name === undefined ? `this ${noun}` : `${noun} ${quote(name)}`;
}

const namesIn = (node: Node, field: ShapeFault['field']): readonly string[] => {
  const path = field.map(String);
  const written = node.written.get(joinPointer(path));
  return written === undefined ? [...path.slice(0, -1), nameIn(node, path)] : splitPointer(written);
};

/** Names of today → of exports of the service before. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['key', 'id'],
  ['from', 'from_step_id'],
  ['to', 'to_step_id'],
]);

/** A missing field in the words of the file. */
function nameIn(node: Node, path: readonly (string | number)[]): string {
  const field = String(path.at(-1) ?? '');
  if (path.length !== 1) return field;
  if (node.kind === 'workflow' && field === 'edges') return `${node.edgeNoun}s`;
  const steps = node.kind === 'step' || node.kind === 'edge' ? node.workflow.steps : undefined;
  const isOld = steps?.some(({ written }) => written.get('/key') === '/id') === true;
  return (isOld ? OLD_NAMES.get(field) : undefined) ?? field;
}
