// What lint is given: workspaces and graphs.
import * as make from './inputs.js';

const { bundle, delay, doubles, edge, email, event, lines, list, one, step, times } = make;
const { condition, trigger, wait, workflow } = make;

const STRICT = ['--preset', 'strict', '-f', 'json'];
const lint = (size, files, args = []) => ({ size, files, args: [...STRICT, ...args, '.'] });
// The work has a bound, which the sizes exceed: at the last one it must not be more than 8 times as large as at the first.
export const bounded = (growth) => ({ ...growth, isBounded: true });
export const inOne = (steps, connections) => one(workflow(0, steps, { connections }));

export const WORKSPACES = {
  'clean lines': lint(500, (n) => lines(times(n, (i) => workflow(i, [email(i)])))),
  'clean files': lint(250, (n) => make.files(times(n, (i) => workflow(i, [email(i)])))),
  'findings in one list': lint(1000, (n) => one(list(doubles(n)))),
  'findings in one array': lint(1000, (n) => one(doubles(n))),
  'findings in one bundle': lint(1000, (n) => one(bundle(n))),
  'findings in a pretty-printed bundle': lint(1000, (n) => one(bundle(n), 4)),
  'findings in lines': lint(1000, (n) => lines(doubles(n))),
  'findings in files': lint(250, (n) => make.files(doubles(n))),
  'all on one event': lint(250, (n) =>
    lines(times(n, (i) => workflow(i, [delay(i), email(i)], { event: 'same' }))),
  ),
  'all at one time': lint(250, (n) =>
    lines(times(n, (i) => workflow(i, [delay(0), email(i)], { event: 'same' }))),
  ),
  'all waiting for one event': lint(250, (n) =>
    lines(times(n, (i) => workflow(i, [wait('w', 'same'), email(i)], { event: `e${i % 7}` }))),
  ),
  'exclusive conditions on one event': lint(125, (n) => lines(make.exclusive(n))),
  'all of one name': lint(500, (n) =>
    lines(times(n, (i) => workflow(i, [email(i)], { name: 'Same' }))),
  ),
  'all of one id': lint(500, (n) =>
    lines(times(n, (i) => ({ ...workflow(i, [email(i)]), id: 'w' }))),
  ),
  'one template in all': lint(500, (n) =>
    lines(times(n, (i) => workflow(i, [email(i, 'same'), delay(i), email(i + 1, 'same')]))),
  ),
  'one template in all on one event': lint(250, (n) =>
    lines(times(n, (i) => workflow(i, [delay(i), email(i, 'same')], { event: 'same' }))),
  ),
  'chain of events': lint(500, (n) => lines(make.chain(n))),
  'near event names': bounded(
    lint(500, (n) =>
      one({
        workflows: times(n, (i) => workflow(i, [email(i)], { event: `user.craeted_${i}` })),
        events: times(n, (i) => event(i, `user.created_${i}`)),
      }),
    ),
  ),
  'similar event names': lint(500, (n) =>
    one(times(n, (i) => event(i, `order.${'placed'.slice(0, 1 + (i % 6))}_${i}`))),
  ),
  'spellings of event names': lint(500, (n) =>
    one(times(n, (i) => event(i, `order${'._-'[i % 3]}placed${'._-'[(i >> 2) % 3]}${i >> 4}`))),
  ),
  'one event defined many times': lint(500, (n) => one(times(n, (i) => event(i, 'same')))),
  'many resources': bounded(lint(250, (n) => one(make.resources(n)))),
  'many properties': bounded(lint(250, (n) => one(make.properties(n)))),
};

export const GRAPHS = {
  'one workflow with many steps': lint(500, (n) => inOne(times(n, email))),
  'one workflow with many edges': lint(500, (n) =>
    inOne(
      times(20, email),
      times(n, (i) => edge(`m${i % 20}`, `m${(i * 7) % 20}`)),
    ),
  ),
  'one chain of delays and emails': lint(250, (n) =>
    inOne(times(n, (i) => [delay(i), email(i)]).flat()),
  ),
  'a wide join': lint(500, (n) => one(make.join(n))),
  'loops in loops': lint(500, (n) => one(make.loops(n))),
  'a chain of waits': lint(250, (n) =>
    inOne(times(n, (i) => [wait(`w${i}`, `x${i}`), email(i)]).flat()),
  ),
  'a chain of deletions': lint(250, (n) =>
    inOne(times(n, (i) => [email(i), step(`x${i}`, 'contact_delete', {})]).flat()),
  ),
  'a chain of updates': lint(250, (n) =>
    inOne(
      times(n, (i) => [
        step(`u${i}`, 'contact_update', { properties: { [`p${i}`]: 'x' } }),
        condition(`c${i}`, 'x', `contact.properties.p${i}`),
      ]).flat(),
    ),
  ),
  'branches of a wrong type': lint(250, (n) =>
    inOne(
      times(n, (i) => condition(`c${i}`, 'x')),
      times(n, (i) => edge(`c${i}`, `c${i + 1}`, 'timeout')),
    ),
  ),
  'a ladder of one condition': lint(125, (n) => one(make.ladder(n, () => 'pro'))),
  'a ladder of conditions on one field': lint(125, (n) => one(make.ladder(n))),
  'a ladder of conditions on many fields': lint(125, (n) =>
    one(make.ladder(n, undefined, (i) => `event.f${i}`)),
  ),
  'one huge condition': lint(500, (n) =>
    inOne([
      step('c', 'condition', {
        type: 'or',
        rules: times(n, (i) => ({
          ...{ type: 'rule', field: `event.f${i % 50}`, operator: 'eq', value: `v${i}` },
        })),
      }),
      email(1),
    ]),
  ),
  'one huge conjunction of alternatives': lint(250, (n) =>
    inOne([
      step('c', 'condition', {
        type: 'and',
        rules: times(n, (i) => ({
          type: 'or',
          rules: times(2, (k) => ({
            ...{ type: 'rule', field: `event.f${i + k}`, operator: 'eq', value: `v${k}` },
          })),
        })),
      }),
      email(1),
    ]),
  ),
  'dangling edges': lint(500, (n) =>
    inOne(
      times(n, email),
      times(n, (i) => edge(`m${i}`, `n${i}`)),
    ),
  ),
  'misspelt edges': bounded(
    lint(500, (n) =>
      inOne(
        times(n, (i) => ({ ...email(i), key: `welcome_${i}` })),
        times(n, (i) => edge(`welcome_${i}`, `welcmoe_${i + 1}`)),
      ),
    ),
  ),
  'unreachable steps': lint(500, (n) => inOne(times(n, email), [])),
  'one step key': lint(500, (n) => inOne(times(n, (i) => ({ ...email(i), key: 'same' })))),
  'many triggers': lint(500, (n) => {
    const steps = times(n, (i) => trigger(`e${i}`, `t${i}`));
    return inOne([...steps, email(0)], [...steps.map(({ key }) => edge(key, 'm0'))]);
  }),
  'unknown step types': lint(500, (n) => inOne(times(n, (i) => step(`x${i}`, `type_${i}`, {})))),
  'steps without keys and types': lint(500, (n) =>
    inOne(
      times(n, (i) => ({ config: { event_name: `e${i}` } })),
      times(n, (i) => edge(`m${i}`, `m${i + 1}`)),
    ),
  ),
  'misspelt names of fields': lint(500, (n) =>
    inOne(
      times(n, (i) => ({ kye: `m${i}`, tpye: 'delay', confg: { duration: '1 day' } })),
      times(n, (i) => ({ form: `m${i}`, to: `m${i + 1}` })),
    ),
  ),
  'reads of events of unknown steps': lint(250, (n) =>
    inOne(
      times(n, (i) => [
        step(`x${i}`, 'await_payment', { event_name: `paid.a${i}` }),
        step(`m${i}`, 'send_email', {
          template: { id: 't', variables: { A: { var: `wait_events.sent.b${i}.total` } } },
        }),
      ]).flat(),
    ),
  ),
  'unknown fields': lint(500, (n) =>
    inOne([
      step('m', 'send_email', {
        template: { id: 't' },
        ...Object.fromEntries(times(n, (i) => [`sbuject_${i}`, 1])),
      }),
    ]),
  ),
  'many variables in one text': lint(500, (n) =>
    inOne([
      step('m', 'send_email', {
        template: { id: 't' },
        subject: times(n, (i) => `{{{event.v${i}}}} {{{v${i}`).join(' '),
      }),
    ]),
  ),
  'one property many times': lint(500, (n) => ({
    'a.json': JSON.stringify(workflow(0, [email(0)])).replace('{', `{${'"name":"x",'.repeat(n)}`),
  })),
  'random graph': lint(250, (n) => one(make.randomWorkflow(n))),
  'random graph without cycles': lint(250, (n) => one(make.randomWorkflow(n, true))),
};
