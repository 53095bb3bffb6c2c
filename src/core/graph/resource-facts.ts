import type { Step } from '../model/nodes.ts';
import { escapeSegment } from '../model/place.ts';
import type {
  ConstantType,
  EmailUse,
  NamedUse,
  PropertyUse,
  ResourceUses,
  VariableUse,
} from '../model/resource-uses.ts';
import { fromOf, TEST_DOMAIN } from '../model/sender.ts';
import { isEmail } from '../model/step-type.ts';
import { type Graph, memoized } from './graph.ts';
import { lacksAlphaSubject, resourceUsesOf } from './resource-uses.ts';

// Uses are kept for every workflow until the end, and most runs have no resources to compare: stored as one text, they take a
// quarter of the memory.

/** The fact of all rules about resources, which share it: `undefined` for a workflow that names none. */
export const resourceFactOf = ({
  graph,
  hasResources,
}: {
  readonly graph: Graph;
  readonly hasResources: boolean;
}): string | undefined =>
  hasResources || graph.where(isEmail).some(isFaultyAlone)
    ? (memoized(graph, resourceFactOf, pack) ?? undefined)
    : undefined;

/** Whether an email has a fault that needs no resources to be found. */
const isFaultyAlone = (step: Step): boolean =>
  lacksAlphaSubject(step) || fromOf(step)?.includes(TEST_DOMAIN) === true;

function pack(graph: Graph): string | null {
  const { event, emails, segments, topics, properties } = resourceUsesOf(graph);
  if (emails.length + segments.length + topics.length + properties.length === 0) return null;
  let last: string | undefined;
  const packedEmails = emails.map((email) => {
    const from = email.from === undefined || email.from !== last ? email.from : SAME;
    last = email.from ?? last;
    return packEmail(email, from);
  });
  const lacks = emails.some(({ lacksSubject }) => lacksSubject !== undefined) ? 1 : 0;
  const named = [segments.map(packNamed), topics.map(packNamed)];
  return JSON.stringify([lacks, event, packedEmails, named, properties.map(packProperty)]);
}

/** Whether an email of the alpha has no subject, without reading the fact. */
export const mayLackSubject = (fact: string): boolean => fact.startsWith('[1');

const unpacked = new WeakMap<object, ResourceUses>();

/** The uses in a fact. */
export function readResourceFact(holder: { readonly fact: string }): ResourceUses {
  let uses = unpacked.get(holder);
  if (uses === undefined) {
    uses = unpack(holder.fact);
    unpacked.set(holder, uses);
  }
  return uses;
}

type Packed = readonly unknown[];

/** The sender of the previous email. */
const SAME = 0;
const USUAL_PLACES = ['config/template/id', 'config/template_id'];
const CONSTANTS: readonly ConstantType[] = [
  'string',
  'number',
  'boolean',
  'object',
  'list',
  'null',
];

function packEmail(use: EmailUse, from: string | number | undefined): Packed {
  const { index, key, template, templateAt, hasSubject, variables, lacksSubject } = use;
  const usual = USUAL_PLACES.indexOf(templateAt);
  const place = usual === -1 ? templateAt : usual;
  const subject = hasSubject ? 1 : 0;
  // Array literals: an array that grows takes three times the memory.
  if (lacksSubject !== undefined) {
    const { label, isBlank } = lacksSubject;
    const isBlankFlag = isBlank ? 1 : 0;
    const packed = variables.map(packVariable);
    return [index, key, template, place, subject, from, packed, label, isBlankFlag];
  }
  if (variables.length > 0)
    return [index, key, template, place, subject, from, variables.map(packVariable)];
  return [index, key, template, place, subject, from];
}

function packVariable({ key, at, constant, reference, awaited }: VariableUse): Packed {
  const what = constant === undefined ? reference : CONSTANTS.indexOf(constant);
  const place = at === usualPlaceOf(key) ? undefined : at;
  return place === undefined && awaited === undefined ? [key, what] : [key, what, place, awaited];
}

const usualPlaceOf = (variable: string): string =>
  `config/template/variables/${escapeSegment(variable)}`;

const packNamed = ({ index, key, name, at }: NamedUse): Packed => [index, key, name, at];

const packProperty = ({ how, constant, ...use }: PropertyUse): Packed => [
  ...packNamed(use),
  how,
  constant,
];

function unpack(fact: string): ResourceUses {
  const [, event, emails, named, properties] = JSON.parse(fact) as Packed;
  const [segments, topics] = named as Packed;
  let from: string | undefined;
  return {
    event: orUndefined(event),
    emails: listOf(emails, (packed) => {
      const own = packed[5];
      if (typeof own === 'string') from = own;
      return unpackEmail(packed, own === SAME || typeof own === 'string' ? from : undefined);
    }),
    segments: listOf(segments, unpackNamed),
    topics: listOf(topics, unpackNamed),
    properties: listOf(properties, (packed) => ({
      ...unpackNamed(packed),
      how: packed[4] as PropertyUse['how'],
      constant: orUndefined(packed[5]) as ConstantType | undefined,
    })),
  };
}

const listOf = <T>(values: unknown, read: (packed: Packed) => T): readonly T[] =>
  ((values ?? []) as readonly Packed[]).map(read);

const orUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function unpackEmail(packed: Packed, from: string | undefined): EmailUse {
  const [index, key, template, at, hasSubject, , variables, label, isBlank] = packed;
  return {
    index: index as number,
    key: orUndefined(key),
    template: template as string,
    templateAt: typeof at === 'number' ? (USUAL_PLACES[at] as string) : (at as string),
    hasSubject: hasSubject === 1,
    from,
    variables: listOf(variables, unpackVariable),
    lacksSubject: typeof label === 'string' ? { label, isBlank: isBlank === 1 } : undefined,
  };
}

function unpackVariable([name, what, at, awaited]: Packed): VariableUse {
  const key = name as string;
  return {
    key,
    at: orUndefined(at) ?? usualPlaceOf(key),
    constant: typeof what === 'number' ? CONSTANTS[what] : undefined,
    reference: orUndefined(what),
    awaited: orUndefined(awaited),
  };
}

const unpackNamed = ([index, key, name, at]: Packed): NamedUse => ({
  index: index as number,
  key: orUndefined(key),
  name: name as string,
  at: at as string,
});
