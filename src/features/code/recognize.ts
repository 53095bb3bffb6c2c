/** Calls of the service: methods of a client of the SDK, and requests. */
import { MENTION } from './mentions.ts';
import type { Module, Node } from './parse.ts';
import { type Purpose, type Recognized, recognizeRequest } from './requests.ts';
import { bare, memberName, moduleOf } from './syntax.ts';
import { evaluate, type Use } from './use.ts';
import { objectOf, optionsOf, unknown, type Value } from './value.ts';

const METHODS: ReadonlyMap<string, Purpose> = new Map([
  ['events.send', 'send'],
  ['events.create', 'define'],
  ['events.update', 'define'],
  ['automations.create', 'create'],
  ['automations.update', 'update'],
  ['templates.create', 'template'],
]);

/** Members that may be about events or workflows, though the SDK does not have them. */
const OTHERS =
  /^event\.|^(?:events|automations)\.(?!(?:get|list|remove)$)|^contacts\.\w*[Ee]vents?\b/;

/** What a call does; undefined where it is not of the service. */
export function recognize(call: Node, use: Use): Recognized | undefined {
  const callee = evaluate(call.callee, use);
  // Tests often have another client.
  const client = optionsOf(callee).find(({ is }) => is === 'client');
  if (client?.is === 'client') return ofSdk(client.path.join('.'), call, use);
  return recognizeRequest(call, callee, use) ?? ofUnknownClient(call, use);
}

function ofSdk(callee: string, call: Node, use: Use): Recognized {
  const does = METHODS.get(callee) ?? (OTHERS.test(callee) ? 'other' : 'known');
  const [first, second] = call.arguments;
  const node = METHODS.has(callee) && callee.endsWith('.update') ? second : first;
  const body = node ? evaluate(node, use) : unknown();
  return {
    does: node === undefined && does !== 'other' ? 'known' : does,
    ...{ via: 'sdk', callee, at: call },
    given: first && callee === 'events.update' ? withName(body, first, use) : body,
  };
}

/** `events.update(name, { schema })` as the definition that it makes. */
function withName(body: Value, key: Node, use: Use): Value {
  const entries = body.is === 'object' ? body.entries : [['schema', { key, value: body }] as const];
  return objectOf(new Map([...entries, ['name', { key, value: evaluate(key, use) }]]));
}

/**
 * `client.events.send(…)` of a client that may be one of the service: it is named after it, or
 * imported from a file that is not there, or its file or the one that gives it names the service.
 */
function ofUnknownClient(call: Node, use: Use): Recognized | undefined {
  const holder = call.callee.object;
  const name = holder && `${memberName(holder)}.${memberName(call.callee)}`;
  if (!/^(?:events\.(?:send|create)|automations\.(?:create|update))$/.test(name ?? ''))
    return undefined;
  const client = holder.object;
  const value = evaluate(client, use);
  const isOfFile = value.is === 'foreign' && /^(?:\.|[@~#]\/)/.test(value.from);
  const isNamed = (client.name ?? memberName(client)) === 'resend';
  const files = [moduleOf(call), originOf(client, use)];
  const isNear = isNamed || files.some((each) => MENTION.test(each?.input.text ?? ''));
  if (!isOfFile && !(value.is === 'unknown' && isNear)) return undefined;
  return { does: 'mention', via: 'sdk', callee: name, given: unknown(), at: call };
}

/** The file from which the first name of an expression is imported. */
function originOf(expression: Node, { run }: Use): Module | undefined {
  let node: Node | undefined = bare(expression);
  while (node !== undefined && node.type !== 'Identifier') {
    const inner: Node | undefined = node.object ?? node.callee ?? node.argument;
    node = inner && bare(inner);
  }
  const def = node?.variable?.defs[0];
  return def?.type === 'ImportBinding' ? run.modules.imported(def.parent.source) : undefined;
}
