import type { CallExpression, Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import type { Module } from './modules.ts';
import { type Binder, entryOf, HOLE, knownText, type Value } from './values.ts';

/** A call of the service. */
export interface ServiceCall {
  readonly does: 'send' | 'define' | 'create' | 'update';
  readonly via: 'sdk' | 'http';
  /** What it is given. */
  readonly given: Value;
}

/** A call that depends on a parameter: the calls of that function tell. */
interface Open {
  readonly binder: Binder;
}

export type Recognized = ServiceCall | Open | undefined;

const SDK: ReadonlyMap<string, ServiceCall['does']> = new Map([
  ['events.send', 'send'],
  ['events.create', 'define'],
  ['automations.create', 'create'],
  ['automations.update', 'update'],
]);
const PATH = new RegExp(
  `(?:^|[/${HOLE}])(?:(events/send)|(events)|(automations)|(automations/[^/]+))/?(?:[?#].*)?$`,
);
const CLIENTS = /^(?:fetch|axios|got|ky|ofetch|\$fetch|request|undici)$/;
const METHODS = new Set(['post', 'patch', 'put']);
const EVIDENCE = /resend/i;
const MAX_NAME = 200;

/** What a call does, when it is one of the service. */
export function recognizeCall(
  node: CallExpression,
  module: Module,
  evaluation: Evaluation,
): Recognized {
  const { callee } = node;
  if (callee.type === 'MemberExpression' && callee.object.type === 'MemberExpression') {
    const { object, property } = callee.object;
    const does = SDK.get(`${nameOfKey(property)}.${nameOfKey(callee.property)}`);
    const argument = node.arguments[does === 'update' ? 1 : 0];
    if (does !== undefined && argument !== undefined) {
      const given = evaluate(argument, module, evaluation);
      if (isClient(object, module, evaluation) || isShaped(given))
        return { does, via: 'sdk', given };
      return undefined;
    }
  }
  return requestOf(node, module, evaluation);
}

/** Whether an object is the client of the SDK. */
function isClient(node: Node, module: Module, { modules }: Evaluation): boolean {
  const end = node.end ?? 0;
  const text = module.text.slice(Math.max(node.start ?? 0, end - MAX_NAME), end);
  if (EVIDENCE.test(text)) return true;
  let root = node;
  while (root.type === 'MemberExpression' || root.type === 'CallExpression')
    root = root.type === 'MemberExpression' ? root.object : root.callee;
  if (root.type === 'ThisExpression') return module.makesClient;
  if (root.type !== 'Identifier') return false;
  const binding = bindingOf(root.name, root, module);
  if (binding?.kind === 'value') {
    const { start } = binding.init;
    return EVIDENCE.test(module.text.slice(start ?? 0, (start ?? 0) + MAX_NAME));
  }
  if (binding?.kind === 'parameter') {
    const { start, end } = binding.pattern;
    return EVIDENCE.test(module.text.slice(start ?? 0, end ?? 0));
  }
  if (binding?.kind !== 'import') return module.makesClient;
  const path = modules.resolve(module.path, binding.from);
  const loaded = path === undefined ? undefined : modules.load(path);
  return EVIDENCE.test(binding.from) || loaded?.makesClient === true;
}

/** An event with its contact: no other service takes that. */
const isShaped = (given: Value): boolean =>
  entryOf(given, 'event') !== undefined &&
  ['email', 'contactId', 'contact_id'].some((name) => entryOf(given, name) !== undefined);

/** `fetch(url, { method, body })`, `axios.post(url, body)` and the like. */
function requestOf(node: CallExpression, module: Module, evaluation: Evaluation): Recognized {
  const { callee } = node;
  const [first, second] = node.arguments;
  if (first === undefined || second === undefined) return undefined;
  const isMember = callee.type === 'MemberExpression';
  const name = nameOfKey(isMember ? callee.property : callee);
  const owner = isMember ? nameOfKey(callee.object) : '';
  const isHttp = CLIENTS.test(name) || CLIENTS.test(owner) || (isMember && METHODS.has(name));
  if (!isHttp) return undefined;
  const url = evaluate(first, module, evaluation);
  const text = knownText(url) ?? (url.kind === 'unknown' ? (url.text ?? HOLE) : HOLE);
  const isService = EVIDENCE.test(text) || module.mentionsService;
  if (!isService) return undefined;
  const [, send, events, all, one] = PATH.exec(text) ?? [];
  if (send === undefined && events === undefined && all === undefined && one === undefined)
    return openOf(url);
  const options = evaluate(second, module, evaluation);
  const method = METHODS.has(name) ? name : methodOf(options);
  const isPost = method === 'post';
  const does =
    send !== undefined && isPost
      ? 'send'
      : events !== undefined && isPost
        ? 'define'
        : all !== undefined && isPost
          ? 'create'
          : one !== undefined && method !== undefined && !isPost
            ? 'update'
            : undefined;
  if (does === undefined) return undefined;
  const body = ['body', 'json', 'data'].map((field) => entryOf(options, field)).find(Boolean);
  const isPlain = METHODS.has(name) && (owner === 'axios' || body === undefined);
  const given = isPlain ? options : (body ?? openBody(options));
  return { does, via: 'http', given: given.kind === 'json' ? given.of : given };
}

const openBody = (options: Value): Value => ({
  kind: 'unknown',
  site: options.site,
  ...(options.kind === 'unknown' && { binder: options.binder }),
});

function openOf(url: Value): Open | undefined {
  const binder = url.kind === 'unknown' ? url.binder : undefined;
  return binder === undefined ? undefined : { binder };
}

/** In lower case; `undefined` for one that only reads. */
function methodOf(options: Value): string | undefined {
  const method = knownText(entryOf(options, 'method'))?.toLowerCase();
  if (method !== undefined) return METHODS.has(method) ? method : undefined;
  // Options that come from elsewhere.
  return options.kind === 'unknown' ? 'post' : undefined;
}
