import { truncate } from '../src/core/model/text.ts';
import type { ApiCall } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'refused-request',
  severity: 'error',
  stage: 'structure',
  summary: 'A request that the service refuses, or that does something else than is meant.',
  why: 'The event is not sent or the change is not made, so contacts do not receive the email.',
  remedy: 'Correct the request; send events with POST /events/send or events.send of the SDK.',

  document({ document }, report) {
    for (const call of document.calls) {
      const [message, help] = describe(call);
      if (message !== undefined) report({ at: call, message, help, name: message });
    }
  },
});

const SEND = {
  sdk: 'send an event with events.send',
  http: 'send an event with POST /events/send',
};

/** The message, where there is a fault, and its help. */
function describe(call: ApiCall): readonly [message?: string, help?: string | undefined] {
  const { does, via, callee, fields = [], request, refusal } = call;
  const { method, path } = request ?? { method: '', path: '' };
  const what = request === undefined ? callee : `${method} ${truncate(path, 81)}`;
  const isDefinition = does === 'define' || (method === 'POST' && /^\/events\/?$/.test(path));
  if (isDefinition && fields.some((field) => field !== 'name' && field !== 'schema'))
    return [
      `${via === 'sdk' ? 'events.create' : 'POST /events'} defines an event and sends nothing`,
      SEND[via],
    ];
  if (via === 'sdk' && NO_METHODS.test(callee)) return [`the SDK has no ${callee}`, SEND.sdk];
  const isSend = path === '/events/send';
  if (method === 'POST' ? OF_EVENTS.test(path) && !POSTS.test(path) : isSend)
    return [`the API has no ${what}`, path.includes('event') ? SEND.http : undefined];
  if (refusal === undefined) return [];
  const reason = refusal.message.replace(/\.$/, '') || 'no reason given';
  return [
    `the service refuses ${what} with ${refusal.status}: ${reason}`,
    'correct the request as the reason says',
  ];
}

/** Methods about events that the SDK lacks: only what sends an event can be meant. */
const NO_METHODS = new RegExp(
  [
    '^event\\.\\w+$',
    '^events\\.(?!(?:send|create|get|list|update|remove)$)\\w+$',
    '^contacts\\.(?:\\w*Event|events?\\.)\\w*$',
    '^automations\\.(?:trigger|run|start|send|emit)\\w*$',
  ].join('|'),
);

const OF_EVENTS = /^\/(?:events?|automations?)(?:\/|$)|^\/contacts\/(?:.*\/)?events(?:\/|$)/;

/** The paths about events and automations that take a POST. */
const POSTS =
  /^\/(?:events(?:\/send)?|automations(?:\/[^/]+\/(?:stop|duplicate|runs\/[^/]+\/cancel))?)\/?$/;
