import fc from '../fast-check.ts';

// Small workflows for tests of time.

type Kind = { readonly type: string; readonly config?: object };
interface Sketch {
  /** The first is the trigger; the key of each is its position. */
  readonly steps: readonly Kind[];
  readonly edges: readonly (readonly [from: number, to: number, type?: string])[];
}

const mail: Kind = { type: 'send_email', config: { template: { id: 'welcome' } } };
const update: Kind = { type: 'contact_update', config: { first_name: 'Ada' } };
const condition: Kind = {
  type: 'condition',
  config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
};
const deletion: Kind = { type: 'contact_delete', config: {} };
const delay = (duration: unknown): Kind => ({ type: 'delay', config: { duration } });
const wait = (timeout?: unknown): Kind => ({
  type: 'wait_for_event',
  config: { event_name: 'order.paid', timeout },
});

const LENGTHS = ['30 seconds', '1 minute', '1 hour', '1 day'];
/** Any graph of few steps: merges, cycles, self-loops, several triggers, unreachable steps, edges of any type. Two thirds lead forward only. */
export function sketches(maxSteps: number): fc.Arbitrary<Sketch> {
  const kind = fc.oneof(
    { weight: 4, arbitrary: fc.constant(mail) },
    { weight: 3, arbitrary: fc.constantFrom(...LENGTHS, 'soon', 5).map(delay) },
    { weight: 2, arbitrary: fc.constantFrom(undefined, null, 'soon', ...LENGTHS).map(wait) },
    { weight: 1, arbitrary: fc.constant(condition) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        update,
        deletion,
        { type: 'webhook' },
        { type: 'trigger', config: { event_name: 'user.created' } },
      ),
    },
  );
  return fc
    .tuple(fc.array(kind, { minLength: 2, maxLength: maxSteps - 1 }), fc.nat(2))
    .chain(([steps, forward]) => {
      const end = fc.nat(steps.length);
      const edge = fc.tuple(
        end,
        end,
        fc.constantFrom(
          'default',
          'default',
          'timeout',
          'event_received',
          'condition_met',
          'condition_not_met',
        ),
      );
      return fc.array(edge, { minLength: 1, maxLength: 9 }).map((edges): Sketch => {
        const turned = edges
          .map(([a, b, type]) => [Math.min(a, b), Math.max(a, b), type] as const)
          .filter(([from, to]) => from < to);
        return { steps: [{ type: 'trigger' }, ...steps], edges: forward > 0 ? turned : edges };
      });
    });
}
