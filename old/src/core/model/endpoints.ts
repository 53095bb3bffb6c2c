import type { ApiCall, ApiRequest } from './nodes.ts';

interface WrongEndpoint {
  /** `POST /events defines an event and sends nothing` */
  readonly message: string;
  readonly help: string | undefined;
}

/** Fields of an event that is sent, which a definition does not have. */
const OF_SENT = ['event', 'email', 'contact_id', 'contactId', 'payload'];
const ACTIONS = new Set(['stop', 'duplicate']);

/** Why a request does something else than is meant, or nothing. */
export function wrongEndpointOf({ raw, does, via, request }: ApiCall): WrongEndpoint | undefined {
  if (request !== undefined) return wrongRequest(request);
  if (does !== 'define' || !areOfSentEvent(Object.keys(raw))) return undefined;
  return via === 'sdk'
    ? { message: 'events.create defines an event and sends nothing', help: 'call events.send' }
    : DEFINES;
}

/** Whether one of these is a field of an event that is sent, not of a definition. */
export const areOfSentEvent = (fields: readonly string[]): boolean =>
  fields.some((field) => OF_SENT.includes(field));

const DEFINES: WrongEndpoint = {
  message: 'POST /events defines an event and sends nothing',
  help: 'send it with POST /events/send',
};

/** The same for a request whose path and fields are known. */
export function wrongRequest({ method, path, fields }: ApiRequest): WrongEndpoint | undefined {
  if (method !== 'POST') return undefined;
  const [collection = '', ...rest] = path.split('/').filter((segment) => segment !== '');
  const [item, action] = rest;
  if (collection === 'events' && item === undefined)
    return areOfSentEvent(fields) ? DEFINES : undefined;
  if (!isMisrouted(collection, rest)) return undefined;
  const isSent = areOfSentEvent(fields) || path.includes('event');
  const isUpdate = action === undefined && !isSent && item !== undefined;
  return {
    message: `the API has no POST ${path}`,
    help: isSent
      ? 'send an event with POST /events/send'
      : isUpdate
        ? `change it with PATCH ${path}`
        : `create an automation with POST /automations`,
  };
}

/** Whether the API has no POST of this path, of those about events and automations. */
function isMisrouted(collection: string, [item, action, ...rest]: readonly string[]): boolean {
  switch (collection) {
    case 'event':
    case 'automation':
      return true;
    case 'events':
      return item !== 'send' || action !== undefined;
    case 'automations':
      if (item === undefined) return false;
      if (action === 'runs') return rest.length !== 2 || rest[1] !== 'cancel';
      return action === undefined || !ACTIONS.has(action) || rest.length > 0;
    default:
      return false;
  }
}

/** What the SDK and the API call the fallback of a variable of a template. */
export const fallbackNameOf = (via: ApiCall['via']): string =>
  via === 'sdk' ? 'fallbackValue' : 'fallback_value';
