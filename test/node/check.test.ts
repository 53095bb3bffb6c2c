import { describe, expect, test } from 'vitest';
import { CLEAN, checkAll, completenessOf, EVENTS, failuresIn, inFolder } from './reading.ts';

const OTHER = CLEAN.replaceAll('Welcome', 'Other').replace('user.created', 'user.creatd');
const CUT = CLEAN.slice(0, 120);

type Result = Awaited<ReturnType<typeof checkAll>>;
const found = ({ findings }: Result): readonly string[] =>
  findings.map(({ rule, location }) => `${location.source}: ${rule}`);
const namesOf = ({ documents }: Result): readonly unknown[] =>
  documents.flatMap(({ workflows }) => workflows.map(({ name }) => name));

describe('what is not ours', () => {
  const files = {
    ...{ 'w.json': CLEAN, 'e.json': EVENTS, 'cut.json': CUT, 'empty.json': ' \n' },
    ...{ 'page.json': '<!doctype html>', 'list.json': 'name: x\nmore: 1', 'red.json': '{"red":' },
    ...{ 'n8n.json': '{"name":"x","nodes":[],"connections":{}}', 'array.json': '[1]' },
    ...{ 'near.json': '{"name":"x","steps":{}}', 'error.json': '{"statusCode":401,"message":"m"}' },
    'utf16.json': Buffer.from(`\ufeff${CLEAN}`, 'utf16le'),
    'latin1.json': Buffer.from(CLEAN.replace('Welcome', 'Café'), 'latin1'),
  };
  test('is skipped where it was found, and named where it may be a damaged export', async () => {
    inFolder(files);
    const result = await checkAll();
    expect(found(result)).toEqual([
      ...['cut.json: invalid-json', 'latin1.json: invalid-json', 'utf16.json: invalid-json'],
    ]);
    expect(
      result.skipped.map(({ source, reason, isDoubtful }) => [source, reason, isDoubtful === true]),
    ).toEqual([
      ['array.json', 'no workflow or event definition', false],
      ['empty.json', 'an empty file', true],
      ['error.json', 'an error response of the service', true],
      ['list.json', 'YAML', true],
      ['n8n.json', 'no workflow or event definition', false],
      ['near.json', 'nearly a workflow', true],
      ['page.json', 'HTML or XML', true],
      ['red.json', 'invalid JSON that mentions no steps, edges, connections or "object"', false],
    ]);
  });

  test('is a finding where it is named', async () => {
    inFolder(files);
    const result = await checkAll({ paths: ['empty.json', 'n8n.json', 'red.json', 'w.json'] });
    expect(found(result)).toEqual([
      ...['empty.json: invalid-json', 'n8n.json: unrecognized-document', 'red.json: invalid-json'],
    ]);
    expect(result.skipped).toEqual([]);
  });

  test('JSON Lines are skipped whole, or each line that is not ours is a finding', async () => {
    inFolder({
      'log.jsonl': '{"level":30}\n{"level":50}\n{"level"',
      'mixed.jsonl': `${CLEAN}\n{"level":30}\n${EVENTS}\n{"level"`,
    });
    const { findings, skipped } = await checkAll();
    expect(
      findings.map(({ rule, location: { source, region } }) => [source, region?.startLine, rule]),
    ).toEqual([
      ['mixed.jsonl', 2, 'unrecognized-document'],
      ['mixed.jsonl', 4, 'invalid-json'],
    ]);
    expect(skipped).toEqual([
      { source: 'log.jsonl', reason: 'no line is a workflow or an event definition' },
    ]);
  });
});

describe('a run without workflows and events fails', () => {
  const message = 'no workflows or event definitions found (2)';
  test('with each path', async () => {
    inFolder({ 'a/red.json': '{}', 'templates.json': '{"object":"list","data":[]}' });
    expect(failuresIn(await checkAll({ paths: ['a', 'a/*.json'] }))).toEqual([
      `a: ${message}`,
      `a/*.json: ${message}`,
    ]);
    expect(failuresIn(await checkAll({ paths: ['a'], allowsEmpty: true }))).toEqual([]);
  });

  test('unless something was not read, or cannot be', async () => {
    inFolder({ 'cut.json': CUT });
    expect(failuresIn(await checkAll())).toEqual([]);
    expect(failuresIn(await checkAll({ paths: ['gone'] }))).toEqual(['gone: no such file (2)']);
  });
});

describe('--workflow', () => {
  const files = {
    'all.json': `[${CLEAN},${OTHER.replace('"default"', '5')}]`,
    'twice.json': OTHER.replace('"name"', '"name":"x","name"'),
    'e.json': EVENTS,
  };
  test('checks only the workflows of these ids and names, among all events', async () => {
    inFolder(files);
    expect(found(await checkAll())).toContain('twice.json: duplicate-json-key');
    const result = await checkAll({ workflows: ['Welcome'] });
    expect(namesOf(result)).toEqual(['Welcome']);
    expect(found(result)).toEqual([]);
    expect(result.counts).toMatchObject({ sources: 2, events: 1 });
    expect(completenessOf(result, 'workflows')).toBe('partial');
  });

  test('refuses a name that no workflow has', async () => {
    inFolder(files);
    expect(failuresIn(await checkAll({ workflows: ['Welcom', 'Other'] }))).toEqual([
      '--workflow: no workflow has the id or name "Welcom"; did you mean "Welcome"? (2)',
    ]);
  });
});

describe('what is complete', () => {
  const files = { 'w/a.json': CLEAN, 'w/b.json': OTHER, 'e.json': EVENTS };

  test('events are absent with `none`, also those of bundles', async () => {
    inFolder({ ...files, 'bundle.json': `{"workflows":[${OTHER}],"events":${EVENTS}}` });
    expect(found(await checkAll())).toContain('w/b.json: unknown-event');
    const result = await checkAll({ takesEvents: false });
    expect(found(result)).not.toContain('w/b.json: unknown-event');
    expect([completenessOf(result, 'events'), result.counts.events]).toEqual(['absent', 0]);
  });

  test('without events, rules that read their properties are named too', async () => {
    inFolder({ 'a.json': CLEAN.replace('"tpl"', '"tpl","variables":{"A":{"var":"event.a"}}') });
    const { notChecked } = await checkAll();
    const absent = notChecked.filter(({ reason }) => reason.startsWith('no event definitions'));
    expect(absent.flatMap(({ rules }) => rules)).toContain('unknown-variable');
  });

  test('workflows are a selection where all are single files that are named', async () => {
    inFolder({ ...files, 'all.json': `[${CLEAN}]` });
    const stateAt = async (...paths: string[]) =>
      completenessOf(await checkAll({ paths: [...paths, 'e.json'] }), 'workflows');
    expect(await stateAt('w/a.json')).toBe('partial');
    expect(await stateAt('w/a.json', 'all.json')).toBe('complete');
    expect(await stateAt('w')).toBe('complete');
    const from = 'configuration';
    expect(
      completenessOf(await checkAll({ paths: ['w/a.json', 'e.json'], from }), 'workflows'),
    ).toBe('complete');
  });

  test('nothing is, where a file could not be read', async () => {
    inFolder(files);
    const result = await checkAll({ paths: ['w', 'e.json', 'gone.json'] });
    expect([completenessOf(result, 'workflows'), completenessOf(result, 'events')]).toEqual([
      'partial',
      'partial',
    ]);
  });
});
