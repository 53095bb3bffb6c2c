import { wrongEndpointOf } from '../src/core/model/endpoints.ts';
import { quote } from '../src/core/model/label.ts';
import type { ApiRequest } from '../src/core/model/nodes.ts';
import { truncateMiddle } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

const REASONS: ReadonlyMap<number, string> = new Map([
  [404, 'create it first, or correct its id'],
  [405, 'use a method that the path has'],
  [409, 'update it instead'],
  [413, 'send less data'],
]);

export default defineRule({
  id: 'refused-request',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'A request of a program that the service refuses.',
  why: 'The program ends without an error, but the account does not get the change.',
  remedy: 'Correct the request, and read the error of each call.',
  limits:
    'A refusal that the program handles: a later request for the same item succeeds. A missing item that is read or deleted, and an event that exists with the same schema.',
  whenOff: 'When the refusal is expected.',
  callsOf: ['record'],

  call({ call }, report) {
    const { request } = call;
    if (request?.status === undefined || request.status < 400) return;
    if (wrongEndpointOf(call) !== undefined) return;
    const what = labelOf(request);
    report({
      at: call,
      message: `the service refuses ${what} with ${request.status}: ${reasonOf(request)}`,
      help: helpOf(request),
      fingerprintKey: { detail: `${what} ${request.status}` },
    });
  },
});

const isGraphFault = ({ status, message = '' }: ApiRequest): boolean =>
  status === 422 && message.includes('enabled');

/** `PATCH of automation "Welcome"` */
function labelOf({ method, path, item }: ApiRequest): string {
  const [collection = '', id, ...rest] = path.split('/').filter((segment) => segment !== '');
  const name = item ?? id;
  const noun = collection.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  const action = rest.length === 0 ? method : `${method} ${rest.join('/')}`;
  return `${action} of ${noun}${name === undefined ? '' : ` ${quote(truncateMiddle(name, 40))}`}`;
}

const reasonOf = (request: ApiRequest): string =>
  isGraphFault(request)
    ? 'an enabled graph cannot be updated'
    : lowered(request.message ?? '').replace(/\.$/, '') || 'no reason given';

const lowered = (text: string): string =>
  text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function helpOf(request: ApiRequest): string | undefined {
  if (isGraphFault(request)) return 'disable it first, or duplicate it and update the copy';
  return REASONS.get(request.status ?? 0);
}
