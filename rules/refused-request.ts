import { quote, truncate } from '../src/core/model/text.ts';
import type { ApiCall } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'refused-request',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A request that the service refuses, or that does something else than is meant.',
  why: 'The event is not sent or the change is not made, so contacts do not receive the email.',
  remedy:
    'Correct the request; send events with POST /events/send, or with events.send of the SDK.',

  document({ document }, report) {
    for (const call of document.calls) {
      const said = describe(call);
      if (said === undefined) continue;
      const [message, help] = said;
      report({ at: call, message, help, name: message });
    }
  },
});

type Request = NonNullable<ApiCall['request']>;

/** The message and its help. */
type Said = readonly [string, string | undefined];

const DEFINES: Said = [
  'POST /events defines an event and sends nothing',
  'send it with POST /events/send',
];

function describe(call: ApiCall): Said | undefined {
  const { does, via, callee, fields = [], request } = call;
  const isDefinition = does === 'define' || (request && isPostOfEvent(request));
  const isOfSent = isDefinition && fields.some((field) => !DEFINITION.includes(field));
  if (isOfSent)
    return via === 'sdk'
      ? ['events.create defines an event and sends nothing', 'call events.send']
      : DEFINES;
  if (via === 'sdk' && isNoMethod(callee))
    return [`the SDK has no ${callee}`, 'send an event with events.send'];
  return (request && wrongPath(request.method, request.path)) ?? refusalOf(call);
}

const DEFINITION = ['name', 'schema'];

const isPostOfEvent = ({ method, path }: Request): boolean =>
  method === 'POST' && /^\/events\/?$/.test(path);

/** Methods about events that the SDK lacks: only what sends an event can be meant. */
const isNoMethod = (callee: string): boolean =>
  /^events\.(?!send$|create$|get$|list$|update$|remove$)\w+$/.test(callee) ||
  /^contacts\.(?:\w*Event|events?\.)\w*$/.test(callee) ||
  /^automations\.(?:trigger|run|start|send|emit)\w*$/.test(callee);

const ACTIONS: ReadonlySet<string> = new Set(['stop', 'duplicate']);

/** A path without a POST of the API, of those about events and automations. */
function wrongPath(method: string, path: string): Said | undefined {
  const [collection = '', item, action, ...rest] = path.split('/').filter((part) => part !== '');
  if (method !== 'POST' || !hasNoPost(collection, item, action, rest)) return undefined;
  const message = `the API has no POST ${truncate(path, 81)}`;
  if (path.includes('event')) return [message, 'send an event with POST /events/send'];
  const isUpdate = item !== undefined && action === undefined;
  return [message, isUpdate ? `change it with PATCH ${path}` : 'create one with POST /automations'];
}

function hasNoPost(
  collection: string,
  item: string | undefined,
  action: string | undefined,
  rest: readonly string[],
): boolean {
  if (collection === 'event' || collection === 'automation') return true;
  if (collection === 'events')
    return item !== undefined && (item !== 'send' || action !== undefined);
  if (collection === 'contacts') return item === 'events' || action === 'events';
  if (collection !== 'automations' || item === undefined) return false;
  if (action === 'runs') return rest.length !== 2 || rest[1] !== 'cancel';
  return action === undefined || !ACTIONS.has(action) || rest.length > 0;
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [404, 'create it first, or correct its id'],
  [405, 'use a method that the path has'],
  [409, 'update it instead'],
  [413, 'send less data'],
]);

/** What the recorder refused as the service would. */
function refusalOf({ refusal, request, callee }: ApiCall): Said | undefined {
  if (refusal === undefined) return undefined;
  const { status, message } = refusal;
  const what = request === undefined ? callee : labelOf(request);
  const isGraph = status === 422 && message.includes('enabled');
  const plain = message.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const given = plain.replace(/\.$/, '') || 'no reason given';
  const reason = isGraph ? 'an enabled graph cannot be updated' : given;
  return [
    `the service refuses ${what} with ${status}: ${reason}`,
    isGraph ? 'disable it first, or duplicate it and update the copy' : REASONS.get(status),
  ];
}

/** `PATCH of automation "aut_1"`; `POST /events/send`. */
function labelOf({ method, path }: Request): string {
  const [collection = '', item, ...rest] = path.split('/').filter((part) => part !== '');
  if (collection === 'events' && item === 'send') return `${method} ${path}`;
  const noun = collection.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  const action = rest.length === 0 ? method : `${method} ${rest.join('/')}`;
  return `${action} of ${noun}${item === undefined ? '' : ` ${quote(truncate(item, 41))}`}`;
}
