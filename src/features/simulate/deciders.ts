/** What a request would have to say, so that a question is decided. */
import { comparisonsOf } from '../../core/model/condition.ts';
import { eventNameOf } from '../../core/model/config.ts';
import { parseReference } from '../../core/model/references.ts';
import { isWait } from '../../core/model/step-type.ts';
import type { Answer } from '../../core/run/case.ts';

/** A field of a payload or of the contact, with a value that it may have; or an event. */
export type Decider =
  | {
      readonly kind: 'payload';
      readonly event: string;
      readonly field: string;
      readonly value: unknown;
    }
  | { readonly kind: 'contact'; readonly field: string; readonly value: unknown }
  | { readonly kind: 'when'; readonly event: string };

/** None where the service does not document what decides. @param startedBy starts the run. */
export function decidersOf({ step, question }: Answer, startedBy: string): readonly Decider[] {
  switch (question.is) {
    case 'event':
      return [{ kind: 'when', event: question.event }];
    case 'unsubscribed':
      return [{ kind: 'contact', field: 'unsubscribed', value: false }];
    case 'link':
      return [];
    default: {
      // In the filter of a wait, `event.` is the awaited event.
      const event = (isWait(step) ? eventNameOf(step) : undefined) ?? startedBy;
      const found = comparisonsOf(question.condition).flatMap(
        ({ field = '', value = 'any' }): readonly Decider[] => {
          const { scope, name } = parseReference(field);
          if (scope === 'contact') return [{ kind: 'contact', field: name, value }];
          return scope === 'event' ? [{ kind: 'payload', event, field: name, value }] : [];
        },
      );
      const named = found.map((each) => [JSON.stringify(each), each] as const);
      return [...new Map(named).values()];
    }
  }
}
