import { configField } from '../model/config.ts';
import { isGiven } from '../model/json.ts';
import { compact, defineResource, textOrNull } from '../model/resource.ts';
import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';

interface Segment {
  readonly id?: string;
  readonly name?: string | null;
}

export default defineResource<Segment>({
  name: 'segments',
  object: 'segment',
  noun: 'segment',
  plural: 'segments',
  position: 30,
  names: ['id'],
  fields: { id: TEXT, name: TEXT_OR_NULL },
  keep: (raw) =>
    compact<Segment>({
      id: textOrNull(raw['id']) ?? undefined,
      name: textOrNull(raw['name']),
    }),
  isUsedBy: (steps) => steps.some((step) => isGiven(configField(step, 'segment_id'))),
  usedBy: ({ segments }) => segments.map(({ name }) => name),
});
