import { isObject, own } from '../model/json.ts';
import { compact, defineResource, textOrNull } from '../model/resource.ts';
import { asciiDomain, fromOf, parseSender } from '../model/sender.ts';
import { isEmail, TEXT, TEXT_OR_NULL } from '../model/step-type.ts';

export interface Domain {
  readonly id?: string;
  readonly name?: string;
  readonly status?: string;
  readonly capabilities?: { readonly sending?: string };
}

export default defineResource<Domain>({
  name: 'domains',
  object: 'domain',
  noun: 'domain',
  plural: 'domains',
  position: 20,
  names: ['name'],
  fields: {
    id: TEXT,
    name: TEXT,
    status: TEXT_OR_NULL,
    capabilities: { type: ['object', 'null'] },
  },
  keep(raw) {
    const { capabilities } = raw;
    const sending = isObject(capabilities) ? textOrNull(own(capabilities, 'sending')) : undefined;
    return compact<Domain>({
      id: textOrNull(raw['id']) ?? undefined,
      name: textOrNull(raw['name']) ?? undefined,
      status: textOrNull(raw['status']) ?? undefined,
      capabilities: typeof sending === 'string' ? { sending } : undefined,
    });
  },
  details: ['records'],
  isUsedBy: (steps) => steps.some(isEmail),
  usedBy: ({ emails }) =>
    emails.flatMap(({ step }) => {
      const from = fromOf(step);
      const sender = from === undefined ? undefined : parseSender(from);
      return sender?.kind === 'sender' ? asciiDomain(sender.domain) : [];
    }),
});
