import { expect, test } from 'vitest';
import type { Region } from '../../src/core/model/finding.ts';
import type { Example, NamedText, ShownEdit } from '../../src/features/playground/protocol.ts';
import { createSession } from '../../src/features/playground/session.ts';
import { parseNotation } from '../notation.ts';

const textOf = (notation: string, name = 'a.json'): NamedText => ({
  name,
  text: JSON.stringify(parseNotation(notation), null, 2),
});

const TYPO = textOf(`
  workflow Welcome
  start: trigger user.created
  hello: send_email welcome
  start -> helo`);

/** The text with the edits of a fix, as the editor makes them. */
function edited(text: string, edits: readonly ShownEdit[]): string {
  const lines = text.split('\n');
  const offset = (line: number, column: number): number =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, column - 1);
  const start = ({ startLine, startColumn }: Region): number => offset(startLine, startColumn);
  return [...edits]
    .sort((a, b) => start(b.region) - start(a.region))
    .reduce((changed, { region, text: by }) => {
      const end = offset(region.endLine, region.endColumn);
      return changed.slice(0, start(region)) + by + changed.slice(end);
    }, text);
}

test('a finding has its place, help, consequence and fixes', () => {
  const { findings, html, headline, events } = createSession().check([TYPO], 'recommended');
  expect(findings).toMatchObject([
    {
      source: 'a.json',
      severity: 'error',
      rule: 'dangling-edge',
      message: 'connection from "start" points to unknown step "helo"; 1 email is never sent',
      help: 'did you mean send_email "hello"?',
      fixes: [{ label: 'Fix: replace with "hello"' }],
    },
  ]);
  expect(headline).toBe('1 error (1 workflow, 2 steps, 1 edge)');
  expect(events).toEqual(['user.created']);
  expect(html).toContain('data-finding="0" data-fix="0"');
  expect(html).toContain('<b>help:</b> did you mean send_email &#34;hello&#34;?');
  expect(html).toContain('1 email is never sent');
});

test('a fix removes its finding', () => {
  const session = createSession();
  const [finding] = session.check([TYPO], 'recommended').findings;
  const text = edited(TYPO.text, finding?.fixes[0]?.edits ?? []);
  expect(session.check([{ name: 'a.json', text }], 'recommended').findings).toEqual([]);
});

test('in JSON Lines, a finding and its fix are on their line of the file', () => {
  const line = JSON.stringify(JSON.parse(TYPO.text));
  const text = `${line.replace('helo', 'hello')}\n${line}\n`;
  const session = createSession();
  const { findings } = session.check([{ name: 'a.jsonl', text }], 'recommended');
  const found = findings.find(({ rule }) => rule === 'dangling-edge');
  expect(found?.region?.startLine).toBe(2);
  expect(edited(text, found?.fixes[0]?.edits ?? [])).toBe(text.replace('helo', 'hello'));
});

test('all texts are checked together', () => {
  const [workflow, events] = [
    textOf('start: trigger user.creatd\n hello: send_email welcome\n start -> hello'),
    textOf('event user.created', 'events.json'),
  ];
  const rulesIn = (texts: readonly NamedText[]) =>
    createSession()
      .check(texts, 'recommended')
      .findings.map(({ rule }) => rule);
  expect(rulesIn([workflow])).not.toContain('unknown-event');
  expect(rulesIn([workflow, events])).toContain('unknown-event');
});

test('a text is drawn with its findings, and another one without workflows is not', () => {
  const session = createSession();
  session.check([TYPO, textOf('event user.created', 'events.json')], 'recommended');
  const { svg, html } = session.draw('a.json');
  expect(svg).toMatch(/^<svg.*dangling-edge: connection/s);
  expect(html).toBe('');
  expect(session.draw('events.json')).toEqual({
    svg: '',
    html: '<p class="remark">No workflow in this text.</p>',
  });
});

test('the timeline shows the emails after an event, and each case', () => {
  const session = createSession();
  const branches = textOf(`
    start: trigger user.created
    ask: condition event.plan eq "pro"
    pro: send_email pro
    pause: delay 2 days
    free: send_email free
    start -> ask -met-> pro
    ask -not-> pause -> free`);
  session.check([branches], 'recommended');
  const { svg, html } = session.simulate('user.created', false);
  expect(svg).toContain('After user.created');
  expect(html.match(/<li>/g)).toHaveLength(2);
  expect(html).toContain('1 email: +2 days');
});

test('a workflow that is not enabled is simulated when asked', () => {
  const session = createSession();
  const off = `workflow Welcome disabled\n start: trigger user.created\n a: send_email a\n start -> a`;
  session.check([textOf(off)], 'recommended');
  expect(session.simulate('user.created', false)).toMatchObject({
    svg: '',
    html: expect.stringContaining('&#34;Welcome&#34; is not enabled.'),
  });
  expect(session.simulate('user.created', true).svg).toContain('1 email from 1 workflow');
});

test.each(['{', '', 'null', '[[[', '"\ud800"', '{"steps": [null], "edges": 7}', '<html>'])(
  'no text is too wrong: %s',
  (text) => {
    const session = createSession();
    expect(() => session.check([{ name: 'a.json', text }], 'strict')).not.toThrow();
    expect(() => session.draw('a.json')).not.toThrow();
    expect(() => session.simulate('constructor', true)).not.toThrow();
  },
);

const HOSTILE = `</style><script>alert(1)</script>"' onload='x' \u202e\u001b[31m`;

const INVISIBLE = ['\u001b', '\u202e'];

test('names of a text are never markup', () => {
  const text = JSON.stringify({
    name: HOSTILE,
    status: 'enabled',
    steps: [
      { key: HOSTILE, type: 'trigger', config: { event_name: HOSTILE } },
      { key: 'b', type: HOSTILE, config: { [HOSTILE]: HOSTILE } },
      { key: 'c', type: 'send_email', config: { template: { id: 't' }, subject: HOSTILE } },
    ],
    connections: [
      { from: HOSTILE, to: 'c', type: HOSTILE },
      { from: 'c', to: HOSTILE + HOSTILE },
    ],
  });
  const session = createSession();
  const { html, findings } = session.check([{ name: `${HOSTILE}.json`, text }], 'strict');
  expect(findings.length).toBeGreaterThan(2);
  const drawn = [session.draw(`${HOSTILE}.json`), session.simulate(HOSTILE, true)];
  for (const markup of [html, ...drawn.flatMap((each) => [each.svg, each.html])]) {
    expect(markup).not.toMatch(/<script| onload='/);
    expect(INVISIBLE.filter((each) => markup.includes(each))).toEqual([]);
    expect(markup.split('</style>').length).toBeLessThanOrEqual(2);
  }
  const words = findings.map(({ message, help }) => message + help).join();
  expect(INVISIBLE.filter((each) => words.includes(each))).toEqual([]);
});

test('many findings are listed in part, and all are marked', () => {
  const many = Array.from(
    { length: 300 },
    (_, i) => `workflow W${i}\n s${i}: trigger a\n s${i} -> x`,
  );
  const { findings, html } = createSession().check([textOf(many.join('\n'))], 'recommended');
  expect(findings.length).toBe(300);
  expect(html.match(/<li class="finding/g)).toHaveLength(200);
  expect(html).toContain('100 more findings');
});

test('the example of each rule shows that rule', () => {
  const session = createSession();
  expect(session.examples().length).toBeGreaterThan(40);
  for (const rule of session.examples()) {
    const { texts, preset } = session.example(rule) as Example;
    const { findings } = session.check(texts, preset);
    expect(findings.map((each) => each.rule)).toContain(rule);
  }
  expect(session.example('constructor')).toBeUndefined();
});
