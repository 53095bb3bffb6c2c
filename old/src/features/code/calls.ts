import type { CallExpression, NewExpression, Node } from '@babel/types';
import { wrongRequest } from '../../core/model/endpoints.ts';
import type { ApiCall } from '../../core/model/nodes.ts';
import { bindingOf, nameOfKey } from './bindings.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { hasEvidence, isClient, SERVICE } from './evidence.ts';
import { joined, knownPartsOf } from './literals.ts';
import type { Module } from './module.ts';
import {
  type Binder,
  binderIn,
  binderWithin,
  entryOf,
  HOLE,
  knownText,
  type Site,
  siteOf,
  type Value,
} from './values.ts';

/** A call of the service. */
export interface ServiceCall {
  /** `request`: a POST to a path that the API does not have, which is in `path`. */
  readonly does:
    | 'send'
    | 'define'
    | 'redefine'
    | 'create'
    | 'update'
    | 'template'
    | 'publish'
    | 'request';
  readonly via: 'sdk' | 'http';
  /** Its arguments. */
  readonly given: Value;
  /** The function or the URL. */
  readonly target: Site;
  readonly path?: string;
  /** Of `events.update`: the name of the event. */
  readonly name?: Value;
}

/** A call of the service, at the place that gives its values. */
export interface FoundCall extends Omit<ServiceCall, 'does'> {
  /**
   * `result`: its result is ignored. `fragment`: no call, but steps of a file. `mention`: no call that is known, but an endpoint.
   */
  readonly does: ServiceCall['does'] | 'wrap' | 'result' | 'fragment' | 'mention';
  readonly result?: ApiCall['result'];
  /** It sends one of several events, or one whose schema is not known. */
  readonly isOneOf?: boolean;
  /** The call of the service within the wrapper, whose fields are checked there. */
  readonly wrapper?: Site;
  /** The call; for a wrapper, the call of the wrapper. */
  readonly site: Site;
}

/** A call that depends on a parameter, and so on the callers of that function. */
interface OpenCall {
  readonly binder: Binder;
}

type Recognized = ServiceCall | OpenCall | undefined;

const SDK: ReadonlyMap<string, ServiceCall['does']> = new Map([
  ['templates.create', 'template'],
  ['templates.publish', 'publish'],
  ['events.send', 'send'],
  ['events.create', 'define'],
  ['events.update', 'redefine'],
  ['automations.create', 'create'],
  ['automations.update', 'update'],
]);
const ROUTES = (
  [
    ['events/send', 'send'],
    ['events', 'define'],
    ['automations', 'create'],
    ['automations/[^/]+', 'update'],
    ['templates', 'template'],
  ] as const
).map(([path, does]) => {
  return { does, pattern: new RegExp(`(?:^|[/${HOLE}])${path}/?(?:[?#].*)?$`) };
});
/** The path of a URL about events and automations that is known. */
const PATH = new RegExp(
  `^(?:https?://[^/${HOLE}]+|${HOLE})?/?((?:event|automation)s?(?:/[^?#${HOLE}]*)?)(?:[?#].*)?$`,
);
const CLIENTS = /^(?:fetch|axios|got|ky|ofetch|\$fetch|request|undici)$/;
const METHODS = new Set(['post', 'patch', 'put']);
const HOST = /^https:\/\/api\.resend\.com\b/i;

/** The kind of a call of the service. */
export function recognizeCall(
  node: CallExpression,
  module: Module,
  evaluation: Evaluation,
): Recognized {
  const { callee } = node;
  const collection = callee.type === 'MemberExpression' ? collectionOf(callee.object) : undefined;
  if (callee.type === 'MemberExpression' && collection !== undefined) {
    const { object, name } = collection;
    const does = SDK.get(`${name}.${nameOfKey(callee.property)}`);
    const isChange = does === 'update' || does === 'redefine';
    const argument = node.arguments[isChange ? 1 : 0];
    if (does !== undefined && argument !== undefined) {
      const given = evaluate(argument, module, evaluation);
      const isCall = isClient(object, module, evaluation) ?? isShaped(given);
      if (!isCall) return undefined;
      const call: ServiceCall = { does, via: 'sdk', given, target: siteOf(callee, module) };
      const [id] = node.arguments;
      if (does !== 'redefine' || id === undefined) return call;
      return { ...call, name: evaluate(id, module, evaluation) };
    }
  }
  return requestOf(node, module, evaluation);
}

/** The client and the name in `client.events`, also in `const { events } = client`. */
function collectionOf(node: Node): { readonly object: Node; readonly name: string } | undefined {
  if (node.type === 'MemberExpression')
    return { object: node.object, name: nameOfKey(node.property) };
  const binding = node.type === 'Identifier' ? bindingOf(node.name, node) : undefined;
  if (node.type !== 'Identifier' || binding?.kind !== 'value') return undefined;
  const { pattern, init } = binding;
  if (pattern.type !== 'ObjectPattern')
    return init.type === 'MemberExpression' ? collectionOf(init) : undefined;
  const taken = pattern.properties.find(
    (property) => property.type === 'ObjectProperty' && nameOfKey(property.value) === node.name,
  );
  return taken?.type === 'ObjectProperty'
    ? { object: init, name: nameOfKey(taken.key) }
    : undefined;
}

/** An event with its contact, which no other service accepts. */
const isShaped = (given: Value): boolean =>
  entryOf(given, 'event') !== undefined &&
  ['email', 'contactId', 'contact_id'].some((name) => entryOf(given, name) !== undefined);

/** `fetch(url, { method, body })`, `axios.post(url, body)`, `axios({ method, url, data })` and the like. */
function requestOf(node: CallExpression, module: Module, evaluation: Evaluation): Recognized {
  const { callee } = node;
  const isMember = callee.type === 'MemberExpression';
  const name = nameOfKey(isMember ? callee.property : callee);
  const isMethod = isMember && METHODS.has(name);
  const isHttp =
    isMethod || CLIENTS.test(name) || (isMember && CLIENTS.test(nameOfKey(callee.object)));
  const [request] = node.arguments;
  if (request === undefined || !(isHttp || isPassedIn(node))) return undefined;
  const [first, second] = (wholeRequest(request) ?? node).arguments.map((each) =>
    evaluate(each, module, evaluation),
  );
  const options = second ?? first;
  const url = second === undefined ? urlOf(first) : first;
  if (options === undefined || url === undefined) return undefined;
  const text = knownPartsOf(url);
  const service = isService(text, node, module, evaluation);
  if (service === false) return undefined;
  const does = ROUTES.find(({ pattern }) => pattern.test(text))?.does;
  const path = PATH.exec(text)?.[1];
  if (does === undefined && path === undefined) return openOf(url);
  const method = isMethod ? name : methodOf(options);
  if (method === undefined) return undefined;
  const fields = isMethod ? ['json', 'body'] : ['body', 'json', 'data'];
  const body = fields.map((field) => presentIn(entryOf(options, field))).find(Boolean);
  const { site } = options;
  const sent = body ?? (isMethod ? options : { kind: 'unknown', binder: binderIn(options), site });
  const given = sent.kind === 'json' ? sent.of : sent;
  const target = url.site;
  if (service === true && path !== undefined && isMisdirected(method, path, given))
    return { does: 'request', via: 'http', given, target, path: `/${path}` };
  if (does === undefined || (method === 'post') === (does === 'update')) return undefined;
  return service === true || isShaped(given) ? { does, via: 'http', given, target } : undefined;
}

/** `new Request(url, options)`, also by its name. */
function wholeRequest(given: Node): NewExpression | undefined {
  const binding = given.type === 'Identifier' ? bindingOf(given.name, given) : undefined;
  const node = binding?.kind === 'value' ? binding.init : given;
  return node.type === 'NewExpression' && nameOfKey(node.callee) === 'Request' ? node : undefined;
}

/** `body ? JSON.stringify(body) : undefined` is sent as text, if at all. */
function presentIn(value: Value | undefined): Value | undefined {
  if (value?.kind !== 'choice') return value;
  const present = value.options.filter(({ kind }) => kind !== 'absent');
  return present.length === 1 ? present[0] : value;
}

/** Whether the API has no such request. A definition has a check of its own. */
function isMisdirected(method: string, path: string, given: Value): boolean {
  const fields = given.kind === 'object' ? [...given.entries.keys()] : [];
  const asked = { method: method.toUpperCase(), path: `/${path}`, fields };
  return path !== 'events' && wrongRequest(asked) !== undefined;
}

/** A function that takes the URL of the service and the options of `fetch`, by any name. */
function isPassedIn({ arguments: [url, options] }: CallExpression): boolean {
  const isUrl =
    (url?.type === 'StringLiteral' && HOST.test(url.value)) ||
    (url?.type === 'TemplateLiteral' && url.quasis.some(({ value }) => HOST.test(value.raw)));
  return isUrl && options?.type === 'ObjectExpression';
}

/** The URL in the options of a request. */
function urlOf(options: Value | undefined): Value | undefined {
  const parts = ['baseURL', 'url'].flatMap((name) => entryOf(options, name) ?? []);
  return options === undefined || parts.length === 0 ? undefined : joined(parts, options.site);
}

/** Whether a request is for the service, by its URL or the known part of that; `undefined` if unknown. */
function isService(
  url: string,
  node: CallExpression,
  module: Module,
  evaluation: Evaluation,
): boolean | undefined {
  if (SERVICE.test(url)) return true;
  if (/^https?:/.test(url)) return false;
  if (url.startsWith(HOLE))
    return module.mentionsService && (hasEvidence(node, module) || undefined);
  // The client has the rest of the URL.
  const { callee } = node;
  return callee.type === 'MemberExpression' && isClient(callee.object, module, evaluation) === true;
}

function openOf(url: Value): OpenCall | undefined {
  const binder = binderIn(url);
  return binder === undefined ? undefined : { binder };
}

/** In lower case; `undefined` for one that only reads. */
function methodOf(options: Value): string | undefined {
  const method = knownText(entryOf(options, 'method'))?.toLowerCase();
  if (method !== undefined) return METHODS.has(method) ? method : undefined;
  // Options from another place.
  return options.kind === 'unknown' ? 'post' : undefined;
}

/** The parameter that determines a call: all of it, its event or its payload. */
export function binderOf(recognized: Recognized): Binder | undefined {
  if (recognized === undefined || 'binder' in recognized) return recognized?.binder;
  const { given, does } = recognized;
  const fields = DECISIVE.get(does)?.map((name) => entryOf(given, name)) ?? [];
  const direct = [given, ...fields].map((part) => part && binderIn(part)).find(Boolean);
  return direct ?? (OF_EACH.has(does) ? binderWithin(given) : undefined);
}

/** They are followed with each item of a loop, whatever of them depends on it. */
const OF_EACH: ReadonlySet<FoundCall['does']> = new Set(['create', 'update', 'template']);

const DECISIVE: ReadonlyMap<FoundCall['does'], readonly string[]> = new Map([
  ['send', ['event', 'payload']],
  ['define', ['name', 'schema']],
  ['redefine', ['schema']],
]);
