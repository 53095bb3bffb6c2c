import { configField } from '../model/config.ts';
import { isGiven } from '../model/json.ts';
import { compact, defineResource, textOrNull } from '../model/resource.ts';
import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';

interface Topic {
  readonly id?: string;
  readonly name?: string | null;
  readonly default_subscription?: string;
}

export default defineResource<Topic>({
  name: 'topics',
  object: 'topic',
  noun: 'topic',
  plural: 'topics',
  position: 40,
  names: ['id'],
  fields: { id: TEXT, name: TEXT_OR_NULL },
  keep: (raw) =>
    compact<Topic>({
      id: textOrNull(raw['id']) ?? undefined,
      name: textOrNull(raw['name']),
      default_subscription: textOrNull(raw['default_subscription']) ?? undefined,
    }),
  isUsedBy: (steps) => steps.some((step) => isGiven(configField(step, 'topic_id'))),
  usedBy: ({ topics }) => topics.map(({ name }) => name),
});
