import winBack from '../examples/alpha/win-back.json' with { type: 'json' };
import abandonedCart from '../examples/automations/abandoned-cart.json' with { type: 'json' };
import accountClosed from '../examples/automations/account-closed.json' with { type: 'json' };
import brewingCourse from '../examples/automations/brewing-course.json' with { type: 'json' };
import failedPayment from '../examples/automations/failed-payment.json' with { type: 'json' };
import firstBag from '../examples/automations/first-bag.json' with { type: 'json' };
import gift from '../examples/automations/gift.json' with { type: 'json' };
import reviewRequest from '../examples/automations/review-request.json' with { type: 'json' };
import welcome from '../examples/automations/welcome.json' with { type: 'json' };
import events from '../examples/events.json' with { type: 'json' };
import type { NamedText } from './protocol.ts';

interface PlaygroundExample {
  readonly title: string;
  readonly files: readonly NamedText[];
}

const file = (name: string, value: unknown): NamedText => ({
  name,
  text: `${JSON.stringify(value, null, 2)}\n`,
});
const EVENTS = file('events.json', events);

/** A workflow with the definitions of its own events: others would be reported as unused. */
function alone(name: string, workflow: unknown): readonly NamedText[] {
  const text = JSON.stringify(workflow);
  return [
    file(name, workflow),
    file('events.json', {
      ...events,
      data: events.data.filter((event) => text.includes(`"${event.name}"`)),
    }),
  ];
}

export const isExampleText = ({ name, text }: NamedText): boolean =>
  EXAMPLES.some(({ files }) => files.some((file) => file.name === name && file.text === text));

/** As the texts of `EXAMPLES`, or as the example of a rule. */
export const hasExampleName = (name: string): boolean =>
  name.endsWith('.bad.json') ||
  EXAMPLES.some(({ files }) => files.some((file) => file.name === name));

/** To start with: the workflows of a coffee roaster, as in the folder `examples`. */
export const EXAMPLES: readonly PlaygroundExample[] = [
  { title: 'A course that breaks off', files: alone('brewing-course.json', brewingCourse) },
  { title: 'A payment that fails', files: alone('failed-payment.json', failedPayment) },
  { title: 'The alpha’s spelling', files: alone('win-back.json', winBack) },
  {
    title: 'A whole account',
    files: [
      file('abandoned-cart.json', abandonedCart),
      file('account-closed.json', accountClosed),
      file('brewing-course.json', brewingCourse),
      file('failed-payment.json', failedPayment),
      file('first-bag.json', firstBag),
      file('gift.json', gift),
      file('review-request.json', reviewRequest),
      file('welcome.json', welcome),
      EVENTS,
    ],
  },
];
