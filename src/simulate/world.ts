import { type Evaluation, evaluateRule, type Reading } from '../graph/evaluate.ts';
import type { RuleNode } from '../model/condition.ts';
import { isObject, type JsonObject, own } from '../model/json.ts';
import { camelCase } from '../model/place.ts';
import type { SimulationRequest } from '../model/simulation.ts';

/** An event of the contact, as it happens. */
export interface Occurrence {
  /** Position among all occurrences; 0 is the event that is simulated. */
  readonly index: number;
  readonly event: string;
  readonly at: number;
  readonly payload: JsonObject | undefined;
}

/** What is known of the contact beyond the request: what workflows have written. By field, as rules name it: `contact.first_name`. */
export type Written = ReadonlyMap<string, Reading>;

export const UNKNOWN: Reading = { kind: 'unknown' };
const MISSING: Reading = { kind: 'missing' };

/** A property of a payload. Of an event without one, nothing is known. */
export function readPayload(payload: JsonObject | undefined, property: string): Reading {
  if (payload === undefined) return UNKNOWN;
  let value = own(payload, property);
  // Schemas are flat, and names may hold dots; of a payload without a schema, they may also lead inwards.
  if (value === undefined && property.includes('.')) {
    value = payload;
    for (const part of property.split('.')) value = isObject(value) ? own(value, part) : undefined;
  }
  return value === undefined ? MISSING : { kind: 'value', value };
}

/** A field of the contact: what was written, else what the request says. What neither says is not known. */
export function readContact(contact: SimulationRequest['contact'], written: Written, field: string): Reading {
  const known = written.get(field);
  if (known !== undefined) return known;
  if (contact === undefined) return UNKNOWN;
  const name = field.slice('contact.'.length);
  const properties = own(contact, 'properties');
  const value = name.startsWith('properties.')
    ? isObject(properties)
      ? own(properties, name.slice('properties.'.length))
      : undefined
    : name === 'properties'
      ? undefined
      : (own(contact, name) ?? own(contact, camelCase(name)));
  return value === undefined ? UNKNOWN : { kind: 'value', value };
}

/** A rule for a contact, its `event.` fields read from the payload. */
export function evaluate(rule: RuleNode, payload: JsonObject | undefined, readOfContact: (field: string) => Reading): Evaluation {
  return evaluateRule(rule, (field) => (field.startsWith('event.') ? readPayload(payload, field.slice('event.'.length)) : readOfContact(field)));
}

/** The rule with its fields named apart: two conditions on one payload say something of each other, those on two do not. */
export function scoped(node: RuleNode, scopeOf: (field: string) => string): RuleNode {
  if (node.kind === 'rule') return node.field === undefined ? node : { ...node, field: `${node.field} ${scopeOf(node.field)}` };
  return { ...node, rules: node.rules.map((part) => scoped(part, scopeOf)) };
}

/** A rule as text, the same for the same rule. */
export function nameOfRule(node: RuleNode): string {
  if (node.kind === 'rule') return JSON.stringify([node.field, node.operator ?? null, node.value ?? null, node.sound]);
  return `${node.kind}(${node.rules.map(nameOfRule).join()})`;
}
