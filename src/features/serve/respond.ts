import { type Catalogue, type Collection, type Item, without } from './catalogue.ts';

interface ApiRequest {
  readonly method: string;
  /** Path and query of the request, raw. */
  readonly url: string;
  readonly host: string | undefined;
  readonly userAgent: string | undefined;
  readonly authorization: string | undefined;
}

interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LONGEST_PAGE = 100;
const USUAL_PAGE = 20;

/** The read API as a function. Documents are served as stored, in any dialect. */
export function respond(
  { method, url, host, userAgent, authorization }: ApiRequest,
  catalogue: Catalogue,
): ApiResponse {
  // Against DNS rebinding: a web page must not read the export.
  if (host !== undefined && !LOOPBACK.test(host))
    return refuse(403, 'forbidden', 'This server answers to loopback addresses only.');
  if (userAgent === undefined || userAgent.trim() === '') return BLOCKED;
  if (!/^bearer +\S/i.test(authorization ?? '')) {
    return refuse(
      401,
      'missing_api_key',
      'Missing API key in the authorization header. Include the following header "Authorization: Bearer YOUR_API_KEY".',
    );
  }
  const { path, query } = splitUrl(url);
  const found = findList(path, catalogue);
  if (found === undefined) return notFound('The requested endpoint does not exist.');
  if (method !== 'GET') {
    const response = refuse(
      405,
      'method_not_allowed',
      'This API is read-only: only GET is allowed.',
    );
    return { ...response, headers: { ...JSON_TYPE, allow: 'GET' } };
  }

  const { list, id, kind } = found;
  if (id === undefined) return page(found, query);
  const item =
    list.items[list.byId.get(id) ?? -1] ??
    (kind === 'Event' ? list.items.find(({ name }) => name === id) : undefined);
  return item === undefined
    ? notFound(`${kind} not found`)
    : ok({ object: kind.toLowerCase(), ...item.raw });
}

interface FoundList {
  readonly list: Collection;
  readonly kind: 'Workflow' | 'Automation' | 'Event' | 'Run' | 'Item';
  /** The item that the path names. */
  readonly id: string | undefined;
}

function findList(path: readonly string[], catalogue: Catalogue): FoundList | undefined {
  const [family = '', name, nested, run] = path;
  const isRuns = nested === 'runs' && path.length <= 4;
  if (path.length > 2 && !isRuns) return undefined;
  const others = catalogue.others.get(isRuns ? path.slice(0, 3).join('/') : family);
  if (others !== undefined)
    return { list: others, kind: isRuns ? 'Run' : 'Item', id: isRuns ? run : name };
  if (isRuns) return undefined;
  if (family === 'events') return { list: catalogue.events, kind: 'Event', id: name };
  const kind = WORKFLOW_KINDS.get(family);
  return kind && { list: catalogue.workflows, kind, id: name };
}

const WORKFLOW_KINDS = new Map<string, FoundList['kind']>([
  ['workflows', 'Workflow'],
  ['automations', 'Automation'],
]);

/** What a filter may name. Of runs, it may name several. */
const STATUSES = new Map<FoundList['kind'], readonly string[]>([
  ['Automation', ['enabled', 'disabled']],
  ['Run', ['running', 'completed', 'failed', 'cancelled']],
]);

function page({ list, kind }: FoundList, query: URLSearchParams): ApiResponse {
  const limit = limitOf(query.get('limit'));
  if (limit === undefined)
    return invalid(`The pagination limit must be a number between 1 and ${LONGEST_PAGE}.`);
  const after = query.get('after');
  const before = query.get('before');
  if (after !== null && before !== null)
    return invalid('Only one of "after" and "before" can be used.');
  const cursor = after ?? before;
  const at = cursor === null ? undefined : list.byId.get(cursor);
  if (cursor !== null && at === undefined) {
    const name = after === null ? 'before' : 'after';
    return invalid(
      `The pagination cursor "${name}" must be the id of an existing ${kind.toLowerCase()}.`,
    );
  }
  const statuses = STATUSES.get(kind) ?? [];
  const asked =
    statuses.length === 0
      ? []
      : query.getAll('status').flatMap((given) => (kind === 'Run' ? given.split(',') : given));
  if (asked.some((status) => !statuses.includes(status)))
    return invalid(`The status must be one of ${statuses.map((one) => `"${one}"`).join(', ')}.`);

  const wanted = ({ status }: Item): boolean =>
    asked.length === 0 || asked.some((each) => each === status);
  const following = list.items
    .slice(after !== null && at !== undefined ? at + 1 : 0, before === null ? undefined : at)
    .filter(wanted);
  // Before a cursor, the page is the one next to it.
  const first = before === null ? 0 : Math.max(0, following.length - limit);
  const shown = following.slice(first, first + limit);
  return ok({
    object: 'list',
    has_more: shown.length < following.length,
    // Only in the alpha, items of a list have `object`.
    data: shown.map(({ listed }) => (kind === 'Workflow' ? listed : without(listed, ['object']))),
  });
}

function limitOf(given: string | null): number | undefined {
  if (given === null) return USUAL_PAGE;
  const limit = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  return limit >= 1 && limit <= LONGEST_PAGE ? limit : undefined;
}

/** Parsed without a base URL, so that `//host/x` and `..` have no special meaning. */
function splitUrl(url: string): { path: readonly string[]; query: URLSearchParams } {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    path: path.slice(1).split('/').map(decode),
    query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)),
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Invalid percent-encoding: no document has this name.
    return segment;
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function ok(value: object): ApiResponse {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) };
}

// A response of the network in front of the service.
const BLOCKED: ApiResponse = {
  status: 403,
  headers: { 'content-type': 'text/plain; charset=UTF-8' },
  body: 'error code: 1010',
};
const notFound = (message: string): ApiResponse => refuse(404, 'not_found', message);
const invalid = (message: string): ApiResponse => refuse(422, 'invalid_parameter', message);

/** An error in the service's form. */
function refuse(statusCode: number, name: string, message: string): ApiResponse {
  return {
    status: statusCode,
    headers: JSON_TYPE,
    body: JSON.stringify({ statusCode, name, message }),
  };
}
