import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CLEAN, folderOf, run } from './run.ts';

// JSON of other resources of the service, and of other tools.
const FOREIGN = fileURLToPath(new URL('../foreign', import.meta.url));
// These are resources that rules compare workflows with: read, and never taken for workflows or events.
const RESOURCES = /^(?:contact-properties|domains?|segments?|templates?|topics?)\.json$/;
const all = readdirSync(FOREIGN).filter((name) => name !== 'package.json');
const names = all.filter((name) => !RESOURCES.test(name));

describe('files of other tools in a folder', () => {
  test('are skipped with a reason, and have no findings, events or workflows', async () => {
    const { out, code } = await run(['.', '--preset', 'strict', '-f', 'json', '--allow-empty'], {
      cwd: FOREIGN,
    });
    const report = JSON.parse(out);
    expect(report.findings).toEqual([]);
    const skipped = [...names, 'package.json'].sort();
    expect(report.summary).toMatchObject({ workflows: 0, events: 0, skipped: skipped.length });
    expect(report.skipped.map(({ source }: { source: string }) => source)).toEqual(skipped);
    expect(code).toBe(0);
  });

  test.each(names)('%s is not a workflow when a path names it', async (name) => {
    const { out } = await run([name, '-f', 'json'], { cwd: FOREIGN });
    const { findings, summary } = JSON.parse(out);
    expect(summary).toMatchObject({ workflows: 0, events: 0, errors: 1 });
    expect(['unrecognized-document', 'invalid-json']).toContain(findings[0].rule);
  });

  test.each(all.filter((name) => RESOURCES.test(name)))(
    '%s is read as a resource',
    async (name) => {
      const { out } = await run([name, '-f', 'json'], { cwd: FOREIGN });
      expect(JSON.parse(out)).toMatchObject({
        findings: [],
        summary: { workflows: 0, events: 0, skipped: 0 },
      });
    },
  );

  test('the report states what a file contains', async () => {
    const { out } = await run(['.', '-f', 'json', '--allow-empty'], { cwd: FOREIGN });
    const reasons = new Map(
      JSON.parse(out).skipped.map((file: Record<string, string>) => [
        file['source'],
        file['reason'],
      ]),
    );
    expect(reasons.get('contact.json')).toBe('an object of type "contact"');
    expect(reasons.get('payment-list.json')).toBe('a list of objects of type "customer"');
    expect(reasons.get('api-keys.json')).toBe(
      'a list of objects with "id", "name", "created_at", "last_used_at"',
    );
    expect(reasons.get('n8n.json')).toMatch(/^an object with "name", "nodes", "connections"/);
  });

  test('JSON Lines of which no line is a workflow or an event are skipped, each as one file', async () => {
    const cwd = folderOf({
      'log.jsonl': '{"level":30,"text":"started"}\n{"level":50,"text":"failed"}\n{"level"',
      'mixed.jsonl': `${CLEAN}\n{"level":30}\n`,
    });
    const { out } = await run(['.', '-f', 'json', '--events', 'none'], { cwd });
    const { findings, skipped, summary } = JSON.parse(out);
    expect(
      findings.map(({ location }: { location: { source: string } }) => location.source),
    ).toEqual(['mixed.jsonl']);
    expect([skipped, summary.workflows]).toEqual([
      [{ source: 'log.jsonl', reason: 'no line holds a workflow or an event' }],
      1,
    ]);
    expect((await run(['log.jsonl', '-f', 'compact'], { cwd })).out.split('\n')).toHaveLength(4);
  });

  test('up to 1,000 skipped files are named, and all are counted', async () => {
    const many = Array.from({ length: 1003 }, (_, i) => [`${1000 + i}.json`, '{}']);
    const { out } = await run(['.', '-f', 'json'], {
      cwd: folderOf({ ...Object.fromEntries(many), 'w.json': CLEAN }),
    });
    const { skipped, summary } = JSON.parse(out);
    expect(skipped).toHaveLength(1000);
    expect(skipped[0]).toEqual({ source: '1000.json', reason: 'an empty object' });
    expect(summary.skipped).toBe(1003);
  });
});

describe('damaged text that looks like a workflow is never skipped', () => {
  test.each([
    ['cut off', CLEAN.slice(0, 200)],
    ['cut off in its first field', '{"object": "workf'],
    ['cut off after a key', '{"name": "x", "steps"'],
    ['keys without quotes', '{\n  name: "x",\n  steps: []\n}'],
    ['keys without quotes, in one line', '{name:"x",connections:[]}'],
    ['an object without quotes', '{ object: "automation", id: 1 }'],
    ['single quotes', "{'name': 'x', 'steps': []}"],
    ['typographic quotes', '{“name”: “x”, “steps”: []}'],
    ['a comment', CLEAN.replace('{', '{ // welcome\n')],
    ['a cut event name', '[{"type":"trigger","config":{"event_name":"us'],
  ])('%s', async (_, text) => {
    const { out } = await run(['.', '-f', 'json'], { cwd: folderOf({ 'w.json': text }) });
    expect(JSON.parse(out).findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'invalid-json',
    ]);
  });
});

describe('bodies for create and update', () => {
  const { steps, edges, name } = JSON.parse(CLEAN);
  test.each([
    ['create, without an id', { name, steps, edges }],
    ['create, with its object', { object: 'automation', name, steps, connections: edges }],
    ['update, without a name', { steps, connections: edges }],
  ])('%s', async (_, body) => {
    const { out, code } = await run(['.', '-f', 'json'], {
      cwd: folderOf({ 'w.json': JSON.stringify(body) }),
    });
    expect(JSON.parse(out)).toMatchObject({ findings: [], summary: { workflows: 1, steps: 2 } });
    expect(code).toBe(0);
  });

  test('an item of a list needs its name', async () => {
    const { out } = await run(['-', '-f', 'json'], {
      input: JSON.stringify({ object: 'list', data: [{ steps, edges }] }),
    });
    expect(JSON.parse(out).findings[0].message).toMatch(/has no "name"/);
  });
});
