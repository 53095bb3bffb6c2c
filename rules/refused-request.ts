import { truncate } from '../src/core/model/text.ts';
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

/** The paths about events and automations that take a POST. */
const POSTS =
  /^\/(?:events(?:\/send)?|automations(?:\/[^/]+\/(?:stop|duplicate|runs\/[^/]+\/cancel))?)\/?$/;

function wrongPath(method: string, path: string): Said | undefined {
  const isOfEvents =
    /^\/(?:events?|automations?)(?:\/|$)|^\/contacts\/(?:.*\/)?events(?:\/|$)/.test(path);
  if (method !== 'POST' || !isOfEvents || POSTS.test(path)) return undefined;
  const help = path.includes('event')
    ? 'send an event with POST /events/send'
    : 'create one with POST /automations, or change it with PATCH /automations/:id';
  return [`the API has no POST ${truncate(path, 81)}`, help];
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
  const what = request === undefined ? callee : `${request.method} ${truncate(request.path, 81)}`;
  const isGraph = status === 422 && message.includes('enabled');
  const given = message.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  return [
    `the service refuses ${what} with ${status}: ${given.replace(/\.$/, '') || 'no reason given'}`,
    isGraph ? 'disable it first, or duplicate it and update the copy' : REASONS.get(status),
  ];
}
