import { describe, expect, test } from 'vitest';
import { createBurstSearch, type EmailBurst } from '../../src/core/graph/email-bursts.ts';
import {
  type EmailPlan,
  isCutShort,
  mostEmailsWithin,
  planEmails,
} from '../../src/core/graph/email-plan.ts';
import { flowOf } from '../../src/core/graph/flow.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import fc from '../fast-check.ts';
import {
  chain,
  condition,
  delay,
  graphOf,
  isMail,
  type Kind,
  mail,
  pathsOf,
  type Sketch,
  sketches,
  sum,
  update,
  wait,
} from './timed-workflows.ts';

interface Received {
  readonly plan: number;
  readonly mail: number;
  readonly min: number;
  readonly max: number;
}

const planOf = (sketch: Sketch): EmailPlan => planEmails(flowOf(graphOf(sketch)));
const bursts = (sketches: readonly Sketch[], within: number, max: number): readonly EmailBurst[] =>
  createBurstSearch(sketches.map(planOf), sketches.length, within, max).find();
/** Of each burst its mails, as workflow.step. */
const names = (found: readonly EmailBurst[]) =>
  found.map((burst) => burst.map(({ plan, email }) => `${plan}.${email.index}`).join(' '));

/** The emails of contacts for each combination of paths that one contact can take. */
function allReceived(all: readonly Sketch[]): readonly (readonly Received[])[] {
  let joint: { mails: readonly Received[]; met: ReadonlySet<boolean> }[] = [
    { mails: [], met: new Set() },
  ];
  for (const [plan, sketch] of all.entries()) {
    const ways = pathsOf(sketch).map((path) => {
      const mails: Received[] = [];
      let [min, max] = [0, 0];
      for (const leg of path) {
        min += leg.min;
        max += leg.max;
        if (isMail(sketch, leg.to) && Number.isFinite(max))
          mails.push({ plan, mail: leg.to, min, max });
      }
      return { mails, met: path.flatMap(({ met }) => (met === undefined ? [] : [met])) };
    });
    if (ways.length === 0) continue;
    joint = joint
      .flatMap(({ mails, met }) =>
        ways.map((way) => ({
          mails: [...mails, ...way.mails],
          met: new Set([...met, ...way.met]),
        })),
      )
      .filter(({ met }) => met.size < 2);
  }
  return joint.map(({ mails }) => mails);
}

const hasBurst = (mails: readonly Received[], within: number, max: number) =>
  mails.some(
    ({ min: from }) =>
      mails.filter(({ min, max }) => min >= from && max <= from + within).length > max,
  );

describe('email bursts', () => {
  test('are found exactly when one contact can get too many emails in a window', () => {
    const someSketches = fc.array(sketches(5), { minLength: 1, maxLength: 3 });
    let found = 0;
    fc.assert(
      fc.property(
        someSketches,
        fc.constantFrom(0, 60, 3600, 86_400),
        fc.integer({ min: 1, max: 3 }),
        (all, within, max) => {
          const ways = allReceived(all);
          const result = bursts(all, within, max);
          expect(result.length > 0).toBe(ways.some((mails) => hasBurst(mails, within, max)));
          if (result.length > 0) found++;
          for (const burst of result) {
            const from = burst[0]?.min as number;
            expect(burst.length).toBeGreaterThan(max);
            expect(burst.every(({ min, max }) => min >= from && max <= from + within)).toBe(true);
            // Some contact gets all of it.
            expect(
              ways.some((mails) =>
                burst.every((one) =>
                  mails.some(
                    ({ plan, mail, min, max }) =>
                      plan === one.plan &&
                      mail === one.email.index &&
                      min === one.min &&
                      max === one.max,
                  ),
                ),
              ),
            ).toBe(true);
          }
        },
      ),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(100);
  });

  test('count alternative branches once, and include the limits of the window', () => {
    const fork: Sketch = {
      steps: [{ type: 'trigger' }, condition, mail, mail, mail],
      edges: [
        [0, 1],
        [1, 2, 'condition_met'],
        [1, 3, 'condition_not_met'],
        [2, 4],
        [3, 4],
      ],
    };
    expect(bursts([fork], 3600, 2)).toEqual([]);
    expect(names(bursts([fork], 3600, 1))).toEqual(['0.2 0.4']);
    const meeting: Sketch = {
      steps: [...fork.steps.slice(0, 4), update, mail, mail],
      edges: [...fork.edges, [4, 5], [4, 6]],
    };
    expect(names(bursts([meeting], 3600, 1))).toEqual(['0.2 0.5']);
    // The other workflow has the same condition, so its email goes to the contacts of one branch.
    const same: Sketch = {
      steps: [{ type: 'trigger' }, condition, mail],
      edges: [
        [0, 1],
        [1, 2, 'condition_not_met'],
      ],
    };
    expect(names(bursts([fork, same], 3600, 2))).toEqual(['0.3 0.4 1.2']);
    expect(names(bursts([chain(mail, delay('1 hour'), mail)], 3600, 1))).toEqual(['0.1 0.3']);
    expect(bursts([chain(mail, delay('1 hour'), mail)], 3599, 1)).toEqual([]);
  });

  test('do not occur in workflows with contradicting conditions', () => {
    const asks = (rule: object, type: string): Sketch => ({
      steps: [{ type: 'trigger' }, { type: 'condition', config: rule }, mail, mail],
      edges: [
        [0, 1],
        [1, 2, type],
        [2, 3],
      ],
    });
    const rule = (field: string, operator: string, value?: unknown) => ({
      type: 'rule',
      field,
      operator,
      value,
    });
    const isPro = rule('event.plan', 'eq', 'pro');
    const isTeam = rule('event.plan', 'eq', 'team');
    const isNotPro = rule('event.plan', 'neq', 'pro');
    const isBig = rule('event.seats', 'gt', 10);
    const both = (a: object, b: object, type = 'and') => ({ type, rules: [a, b] });
    const together = (...all: Sketch[]) => bursts(all, 0, 2).length;
    expect(together(asks(isPro, 'condition_met'), asks(isTeam, 'condition_met'))).toBe(0);
    expect(together(asks(isPro, 'condition_met'), asks(isTeam, 'condition_not_met'))).toBe(1);
    expect(together(asks(isPro, 'condition_met'), asks(isNotPro, 'condition_met'))).toBe(0);
    expect(together(asks(isPro, 'condition_met'), asks(isNotPro, 'condition_not_met'))).toBe(1);
    expect(together(asks(isPro, 'condition_not_met'), asks(isNotPro, 'condition_not_met'))).toBe(0);
    expect(together(asks(isBig, 'condition_met'), asks(isBig, 'condition_not_met'))).toBe(0);
    expect(together(asks(isBig, 'condition_met'), asks(isPro, 'condition_not_met'))).toBe(1);
    expect(together(asks(both(isPro, isBig), 'condition_met'), asks(isTeam, 'condition_met'))).toBe(
      0,
    );
    expect(
      together(asks(both(isPro, isBig), 'condition_not_met'), asks(isTeam, 'condition_met')),
    ).toBe(1);
    expect(
      together(asks(both(isPro, isBig, 'or'), 'condition_not_met'), asks(isPro, 'condition_met')),
    ).toBe(0);
    expect(
      together(asks(both(isPro, isBig, 'or'), 'condition_met'), asks(isTeam, 'condition_met')),
    ).toBe(1);
    expect(
      together(
        asks(both(isNotPro, isBig), 'condition_met'),
        asks(both(isNotPro, isBig), 'condition_not_met'),
      ),
    ).toBe(0);
    const hasName = rule('contact.first_name', 'exists');
    expect(together(asks(hasName, 'condition_met'), asks(hasName, 'condition_not_met'))).toBe(0);
    const many = both(isPro, rule('event.note', 'eq', 'n'.repeat(190)), 'or');
    expect(together(asks(many, 'condition_met'), asks(many, 'condition_not_met'))).toBe(0);
    // Rules that cannot be parsed exclude nothing.
    expect(together(asks({}, 'condition_met'), asks({}, 'condition_not_met'))).toBe(1);
    expect(
      together(
        asks(rule('event.plan', 'eq', 'p'.repeat(300)), 'condition_met'),
        asks(isPro, 'condition_met'),
      ),
    ).toBe(0);
    // Of a contact it is only known at the time: who is none now may be one later.
    const isAda = rule('contact.first_name', 'eq', 'Ada');
    const later = (sketch: Sketch, before: Kind): Sketch => ({
      steps: [{ type: 'trigger' }, before, ...sketch.steps.slice(1)],
      edges: [
        [0, 1],
        ...sketch.edges.map(([from, to, type = 'default']) => [from + 1, to + 1, type] as const),
      ],
    });
    expect(together(asks(isAda, 'condition_met'), asks(isAda, 'condition_not_met'))).toBe(0);
    expect(
      together(
        later(asks(isAda, 'condition_met'), delay('1 hour')),
        later(asks(isAda, 'condition_not_met'), delay('1 hour')),
      ),
    ).toBe(0);
    const asksTwice = chain(
      { type: 'condition', config: isAda },
      delay('1 hour'),
      { type: 'condition', config: isAda },
      mail,
      mail,
    );
    const branches = ['default', 'condition_met', 'default', 'condition_not_met', 'default'];
    expect(
      bursts(
        [
          {
            ...asksTwice,
            edges: asksTwice.edges.map(([from, to], i) => [from, to, branches[i] as string]),
          },
        ],
        0,
        1,
      ),
    ).toHaveLength(1);
    // Emails to all contacts, with those of one branch, are still too many.
    expect(
      names(
        bursts([asks(isPro, 'condition_met'), asks(isTeam, 'condition_met'), chain(mail)], 0, 2),
      ),
    ).toEqual(['0.2 0.3 2.1']);
  });

  test('over workflows with different conditions equal an enumeration of payloads', () => {
    const FIELDS = ['event.plan', 'event.country'];
    const leaf = fc
      .tuple(
        fc.constantFrom(...FIELDS),
        fc.constantFrom('eq', 'eq', 'neq'),
        fc.constantFrom('a', 'b', 'c'),
      )
      .map(([field, operator, value]): JsonObject => ({ type: 'rule', field, operator, value }));
    const group = fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(leaf, { minLength: 2, maxLength: 3 }))
      .map(([type, rules]): JsonObject => ({ type, rules }));
    // Two conditions, and so many mails on each way out of them.
    const asking = fc.record({
      first: fc.oneof(leaf, group),
      second: fc.oneof(leaf, group),
      mails: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)),
    });
    const payloads = ['a', 'b', 'c', 'd'].flatMap((plan) =>
      ['a', 'b', 'c', 'd'].map((country) => ({ 'event.plan': plan, 'event.country': country })),
    );
    const isMet = (rule: JsonObject, payload: Record<string, string>): boolean => {
      if (rule['type'] === 'and')
        return (rule['rules'] as JsonObject[]).every((part) => isMet(part, payload));
      if (rule['type'] === 'or')
        return (rule['rules'] as JsonObject[]).some((part) => isMet(part, payload));
      return (payload[rule['field'] as string] === rule['value']) === (rule['operator'] === 'eq');
    };
    const sketchOf = ({
      first,
      second,
      mails,
    }: {
      first: JsonObject;
      second: JsonObject;
      mails: readonly number[];
    }): Sketch => {
      const steps: Kind[] = [
        { type: 'trigger' },
        { type: 'condition', config: first },
        { type: 'condition', config: second },
      ];
      const edges: [number, number, string][] = [
        [0, 1, 'default'],
        [1, 2, 'condition_not_met'],
      ];
      for (const [way, [from, type]] of (
        [
          [1, 'condition_met'],
          [2, 'condition_met'],
          [2, 'condition_not_met'],
        ] as const
      ).entries()) {
        for (let i = 0; i < (mails[way] as number); i++) {
          const at = steps.push(mail) - 1;
          edges.push(i === 0 ? [from, at, type] : [at - 1, at, 'default']);
        }
      }
      return { steps, edges };
    };
    let [some, none] = [0, 0];
    fc.assert(
      fc.property(fc.array(asking, { minLength: 1, maxLength: 4 }), (all) => {
        const most = Math.max(
          ...payloads.map((payload) =>
            sum(
              all.map(
                ({ first, second, mails }) =>
                  mails[isMet(first, payload) ? 0 : isMet(second, payload) ? 1 : 2] as number,
              ),
            ),
          ),
        );
        const sent = sum(all.map(({ mails }) => Math.max(...mails)));
        for (const max of [1, 2, 3, 4, 5]) {
          expect(
            bursts(all.map(sketchOf), 0, max).length > 0,
            `${max}: ${JSON.stringify(all)}`,
          ).toBe(most > max);
          if (most > max) some++;
          else if (sent > max) none++;
        }
      }),
      { numRuns: 500 },
    );
    expect(Math.min(some, none)).toBeGreaterThan(100);
  });

  test('are separate when they do not overlap', () => {
    const three = [mail, mail, mail];
    const hours = (count: number) => Array.from({ length: count }, () => delay('1 hour'));
    expect(names(bursts([chain(...three, ...hours(3), ...three)], 3600, 2))).toEqual([
      '0.1 0.2 0.3',
      '0.7 0.8 0.9',
    ]);
    expect(
      names(
        bursts([chain(...three, delay('1 hour'), ...three, delay('1 hour'), ...three)], 3600, 2),
      ),
    ).toEqual(['0.1 0.2 0.3 0.5 0.6 0.7']);
    expect(names(bursts([chain(...three, delay('1 hour'), mail, mail)], 3600, 2))).toHaveLength(1);
  });

  test('begin with an email that is surely in the window', () => {
    const half = delay('30 minutes');
    const four = chain(half, mail, mail, mail, delay('50 minutes'), mail);
    const later = delay('2 hours');
    // Paths join after two hours, without an email.
    const joining: Sketch = {
      steps: [
        ...[{ type: 'trigger' }, condition, mail, mail, later, later, update],
        ...four.steps.slice(1),
      ],
      edges: [
        [0, 1],
        [1, 2, 'condition_met'],
        [1, 3, 'condition_not_met'],
        [2, 4],
        [3, 5],
        [4, 6],
        [5, 6],
        ...four.edges.map(([from, to]) => [from + 6, to + 6] as const),
      ],
    };
    expect(names(bursts([joining], 3600, 2))).toEqual(['0.8 0.9 0.10 0.12']);
    const late = chain(delay('15 minutes'), wait('1 day'), mail);
    expect(names(bursts([late, four], 3600, 2))).toEqual(['1.2 1.3 1.4 1.6']);
    // It ends after those that begin later.
    const ending = chain(delay('5 minutes'), wait('1 hour'), mail);
    const three = chain(mail, delay('10 minutes'), mail, mail);
    expect(names(bursts([three, ending], 3600, 2))).toEqual(['0.1 0.3 0.4']);
  });

  test('contain no emails of unknown time, nor emails after them', () => {
    expect(bursts([chain(delay('soon'), mail, mail)], 3600, 1)).toEqual([]);
    expect(names(bursts([chain(mail, delay('soon'), mail), chain(mail)], 3600, 1))).toEqual([
      '0.1 1.1',
    ]);
    const endless: Kind = { type: 'delay', config: { seconds: 1e308 } };
    expect(bursts([chain(endless, endless, mail, mail)], 3600, 1)).toEqual([]);
    const answered = (timeout: string): Sketch => ({
      ...chain(mail, wait(timeout), mail),
      edges: [
        [0, 1],
        [1, 2],
        [2, 3, 'event_received'],
      ],
    });
    expect(bursts([answered('1 day')], 3600, 1)).toEqual([]);
    expect(names(bursts([answered('30 seconds')], 3600, 1))).toEqual(['0.1 0.3']);
    // When the contact was asked is not known, but both ask at the same moment.
    const isAda: Kind = {
      type: 'condition',
      config: { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Ada' },
    };
    const types = ['default', 'event_received', 'condition_met'];
    const asked: Sketch = {
      ...chain(wait('30 seconds'), isAda, mail),
      edges: [0, 1, 2].map((i) => [i, i + 1, types[i] as string]),
    };
    const denied: Sketch = {
      ...asked,
      edges: asked.edges.map(([from, to, type]) => [
        from,
        to,
        type === 'condition_met' ? 'condition_not_met' : (type as string),
      ]),
    };
    expect(bursts([asked, denied], 3600, 1)).toEqual([]);
    expect(names(bursts([asked, asked], 3600, 1))).toEqual(['0.3 1.3']);
  });
});

/** Per node: the email or "join", its time, the nodes before it, and the fields with conditions. */
const printPlan = (sketch: Sketch) =>
  planOf(sketch).map(
    ({ email, min, max, before, constraints }) =>
      `${email?.index ?? 'join'} at ${min}-${max} after ${before.join('+')} if ${constraints.map(({ rule, holds }) => `${holds ? '' : 'not '}${rule.split('"')[1] ?? rule}`).join()}`,
  );
const is = (field: string): Kind => ({
  type: 'condition',
  config: { type: 'rule', field, operator: 'eq', value: 'x' },
});

describe('an email plan', () => {
  test('joins paths of one time, with the conditions of all of them', () => {
    const [met, notMet] = ['condition_met', 'condition_not_met'];
    const joining: Sketch = {
      steps: [
        { type: 'trigger' },
        is('event.plan'),
        is('event.size'),
        ...[mail, mail, delay('1 hour'), update, mail, wait('30 minutes'), update, update],
      ],
      edges: [
        [0, 5],
        [5, 6],
        [0, 8],
        [8, 6, 'event_received'],
        [0, 1],
        [1, 2, met],
        [2, 3, met],
        [2, 4, notMet],
        [4, 6],
        [3, 9],
        [3, 10],
        [9, 6],
        [10, 6],
        [6, 7],
      ],
    };
    expect(printPlan(joining)).toEqual([
      '3 at 0-0 after  if event.plan,event.size',
      '4 at 0-0 after  if event.plan,not event.size',
      'join at 0-0 after 0+1 if event.plan',
      '7 at 0-0 after 2 if event.plan',
      '7 at 0-1800 after  if order.paid within 1800 s at 0 to 0',
      '7 at 3600-3600 after  if ',
    ]);
  });

  test('names the templates of emails, and not the subjects where the key tells them apart', () => {
    const named = (config: object) => {
      const [node] = planOf(chain({ type: 'send_email', config }));
      return [node?.email?.subject, node?.email?.template];
    };
    const subject = 'Hi';
    expect(named({ subject, template: { id: ' a ' } })).toEqual([
      '',
      { id: 'a', at: 'config/template/id' },
    ]);
    expect(named({ template_id: 'a' })[1]).toEqual({ id: 'a', at: 'config/template_id' });
    expect(named({ template_id: ' ' })[1]).toBeUndefined();
  });

  test('ends at a delay of unknown length', () => {
    const endless: Kind = { type: 'delay', config: { seconds: 1e308 } };
    expect(printPlan(chain(mail, delay('soon'), mail))).toEqual(['1 at 0-0 after  if ']);
    expect(printPlan(chain(endless, endless, mail))).toEqual([]);
  });

  test('leaves out what the contact may not pass', () => {
    const three = planOf(chain(mail, mail, mail));
    const most = (without: number) =>
      mostEmailsWithin(three, { min: 0, max: 0 }, (node) => node !== three[without]);
    expect([most(-1), most(0), most(1), most(2)]).toEqual([[0, 1, 2], [1, 2], [0], [0, 1]]);
    const apart = planOf(chain(mail, delay('1 hour'), mail, delay('1 hour'), mail));
    const within = (min: number, max: number) => mostEmailsWithin(apart, { min, max }, () => true);
    expect([within(0, 3599), within(1, 7200), within(1, 3599)]).toEqual([[0], [1, 2], []]);
  });

  test('knows sixteen conditions of a path', () => {
    const fields = Array.from({ length: 20 }, (_, i) => `event.f${i}`);
    const asking = chain(...fields.map(is), mail);
    const [only] = printPlan({
      ...asking,
      edges: asking.edges.map(([from, to]) => [from, to, from === 0 ? 'default' : 'condition_met']),
    });
    expect(only).toBe(`21 at 0-0 after  if ${fields.slice(0, 16).join()}`);
  });

  test('of more than 500 emails says that it is cut', () => {
    const fan = (count: number): Sketch => ({
      steps: [{ type: 'trigger' }, ...Array.from({ length: count }, () => mail)],
      edges: Array.from({ length: count }, (_, i) => [0, i + 1]),
    });
    const [all, cut] = [planOf(fan(500)), planOf(fan(502))];
    expect([all.length, isCutShort(all), cut.length, isCutShort(cut)]).toEqual([
      ...[500, false],
      ...[501, true],
    ]);
    expect(cut.filter(({ isCut }) => isCut)).toHaveLength(1);
  });

  test('is bounded for branches of many lengths and for many branches', () => {
    const ladder = (rungs: number, lengths: (i: number) => Kind): Sketch => {
      const steps: Kind[] = [{ type: 'trigger' }];
      const edges: [number, number, string][] = [];
      for (let i = 0; i < rungs; i++) {
        const fork = steps.push(condition, lengths(i), update, mail) - 4;
        edges.push(
          [fork - 1, fork, 'default'],
          [fork, fork + 1, 'condition_met'],
          [fork, fork + 2, 'condition_not_met'],
          [fork + 1, fork + 3, 'default'],
          [fork + 2, fork + 3, 'default'],
        );
      }
      return { steps, edges };
    };
    const fan: Sketch = {
      steps: [{ type: 'trigger' }, ...Array.from({ length: 3000 }, () => mail)],
      edges: Array.from({ length: 3000 }, (_, i) => [0, i + 1]),
    };
    const dense: Kind[] = [
      { type: 'trigger' },
      ...Array.from({ length: 600 }, (_, i) => delay(`${i + 1} minutes`)),
      mail,
    ];
    const all: Sketch = {
      steps: dense,
      edges: dense.flatMap((_, to) => Array.from({ length: to }, (_, from) => [from, to] as const)),
    };
    expect(planOf(all).length).toBeLessThan(600);
    expect(planOf(ladder(40, () => mail))).toHaveLength(80);
    expect(planOf(ladder(1000, (i) => delay(`${i + 1} minutes`))).length).toBeLessThan(600);
    expect(planOf(fan).length).toBeLessThan(600);
    const areCut = (...all: readonly Sketch[]) => all.map((each) => isCutShort(planOf(each)));
    const doubling = (i: number) => delay(`${2 ** i} minutes`);
    expect(areCut(ladder(4, doubling), ladder(5, doubling))).toEqual([false, true]);
    expect(
      areCut(
        ladder(40, () => mail),
        fan,
      ),
    ).toEqual([false, true]);
    const [burst] = bursts([ladder(40, (i) => delay(`${2 ** i} minutes`))], 0, 3);
    expect(names([burst ?? []])[0]).toMatch(/^0\.4 0\.8 0\.12 0\.16 /);
    // Processor time in microseconds, independent of other load.
  });
});

/** Plans of one email each, for contacts whose fields have these values. */
function plansFor(...all: readonly (readonly string[])[]): readonly EmailPlan[] {
  return all.map((values, index): EmailPlan => {
    const constraints = values.map((value) => {
      const [field = '', equal = ''] = value.split('=');
      return { rule: `["${field}","eq","${equal}"]`, holds: true, isStable: true, field };
    });
    return [
      { email: { index, key: undefined, subject: '' }, min: 0, max: 0, before: [], constraints },
    ];
  });
}

describe('emails to all contacts', () => {
  const pairs = Array.from({ length: 8 }, (_, i) => [[`event.f${i}=a`], [`event.f${i}=b`]]);
  const impossible = ['event.f9=b', 'event.f9=c'];
  const many = [impossible, ...pairs.flat(), ['event.f7=a'], ['event.f8=a'], ['event.f0=a']];
  const plansOf = (burst: EmailBurst | undefined) => burst?.map(({ plan }) => plan);

  test('are counted with those of at most eight conditions, however many contradict each other', () => {
    const plans = plansFor(...many, [], [], [], []);
    const search = createBurstSearch(plans, plans.length, 0, 3);
    const found = search.find();
    expect(found).toHaveLength(1);
    expect(plansOf(found[0])).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 20, 21, 22, 23]);
    expect(search.isCut()).toBe(false);
  });

  test('are counted with those after a wait first', () => {
    const plans = plansFor(...many, [], [], [], [], ['event.f9=a']);
    const [burst] = createBurstSearch(plans, plans.length - 1, 0, 3).find(plans.length - 1);
    expect(plansOf(burst)).toEqual([1, 3, 5, 7, 9, 11, 13, 20, 21, 22, 23, 24]);
  });
});

test('bursts with the emails after a wait are those of windows that contain one of these', () => {
  const minutes = (...ends: readonly (readonly [min: number, max: number])[]): EmailPlan =>
    ends.map(([min, max], index) => ({
      email: { index, key: undefined, subject: '' },
      min: 60 * min,
      max: 60 * max,
      before: index === 0 ? [] : [index - 1],
      constraints: [],
    }));
  const at = (...all: readonly number[]) => minutes(...all.map((one) => [one, one] as const));
  const found = (started: EmailPlan, added: EmailPlan, limit: number) =>
    names(createBurstSearch([started, added], 1, 3600, limit).find(1));
  // Without the added email the window that starts first would be that of four others.
  expect(found(at(0, 20, 40, 60, 70, 80), at(90), 3)).toEqual(['0.2 0.3 0.4 0.5 1.0']);
  expect(found(at(0, 20, 40), at(60), 3)).toEqual(['0.0 0.1 0.2 1.0']);
  expect(found(at(0, 20, 40), at(61), 3)).toEqual([]);
  expect(found(at(30, 40, 50), at(0), 3)).toEqual(['1.0 0.0 0.1 0.2']);
  expect(found(at(0, 10, 20, 30), at(61), 2)).toEqual(['0.1 0.2 0.3 1.0']);
  expect(found(at(0, 10, 20, 30), minutes([20, 61]), 2)).toEqual(['0.1 0.2 1.0 0.3']);
  expect(found(at(10, 10, 10), at(0, 200), 2)).toEqual(['1.0 0.0 0.1 0.2']);
  expect(found(at(0, 0, 0), [], 2)).toEqual([]);
  expect(found(at(5, 61, 62, 63), minutes([0, 10]), 3)).toEqual([]);
});

test('the number of comparisons has a limit, which is reported', () => {
  const search = (count: number, field: (i: number) => string, within = 3600) =>
    createBurstSearch(
      Array.from({ length: count }, (_, i): EmailPlan => {
        const constraints = [
          { rule: `["${field(i)}","eq","p${i}"]`, holds: true, isStable: true, field: field(i) },
        ];
        const email = { index: i, key: undefined, subject: '' };
        return [{ email, min: i, max: i, before: [], constraints }];
      }),
      count,
      within,
      3,
    );
  const exclusive = search(12, () => 'event.plan');
  expect(exclusive.find()).toEqual([]);
  expect(exclusive.isCut()).toBe(false);
  const tooMany = search(400, () => 'event.plan');
  expect(tooMany.find()).toEqual([]);
  expect(tooMany.isCut()).toBe(true);
  // For any number of workflows, a burst without conditions is found.
  const different = search(400, (i) => `event.field_${i}`);
  expect(different.find()).not.toEqual([]);
  expect(different.isCut()).toBe(false);
});
