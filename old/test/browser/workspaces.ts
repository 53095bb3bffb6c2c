// Workspaces of a small bicycle shop, as the pages show them.

type Step = { readonly key: string; readonly type: string; readonly config: object };

const email = (key: string, subject: string): Step => ({
  key,
  type: 'send_email',
  config: { template: { id: `tpl_${key}` }, subject, from: 'Spoke & Chain <hello@spoke.shop>' },
});
const delay = (key: string, duration: string): Step => ({
  key,
  type: 'delay',
  config: { duration },
});
const on = (event_name: string): Step => ({
  key: 'start',
  type: 'trigger',
  config: { event_name },
});
const edge = (from: string, to: string, type?: string) => ({
  from,
  to,
  ...(type !== undefined && { type }),
});
const chain = (steps: readonly Step[]) =>
  steps.slice(1).map((step, i) => edge((steps[i] as Step).key, step.key));

function workflow(
  id: string,
  name: string,
  steps: readonly Step[],
  connections: readonly object[] = chain(steps),
  status = 'enabled',
): object {
  return {
    object: 'automation',
    id,
    name,
    status,
    created_at: '2026-03-01 09:00:00+00',
    updated_at: null,
    steps,
    connections,
  };
}

/** A branch, a wait, an edge with a misspelt end and an unreachable step. */
export const SERVICE = workflow(
  'aut_service',
  'Yearly service',
  [
    on('bike.bought'),
    delay('a_year', '30 days'),
    email('invite', 'Time for a service'),
    {
      key: 'booked',
      type: 'wait_for_event',
      config: { event_name: 'service.booked', timeout: '14 days' },
    },
    email('thanks', 'See you soon'),
    {
      key: 'plan',
      type: 'condition',
      config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'care' },
    },
    email('discount', 'A tenner off your service'),
    email('reminder', 'Your brakes miss you'),
    email('survey', 'How did we do?'),
  ],
  [
    edge('start', 'a_year'),
    edge('a_year', 'invite'),
    edge('invite', 'booked'),
    edge('booked', 'thanks', 'event_received'),
    edge('booked', 'plan', 'timeout'),
    edge('plan', 'discount', 'condition_met'),
    edge('plan', 'remindr', 'condition_not_met'),
  ],
);
