import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import { keepWorkflows, MAX_KEPT } from '../../src/features/picture/drawn.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

const workflowsIn = (page: string): readonly object[] => {
  const [, lines = ''] =
    /<script type="application\/x-ndjson" id="report-workflows">\n([\s\S]*?)<\/script>/.exec(
      page,
    ) ?? [];
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

test('the page holds what its pictures are made of, in the order of the sources', async () => {
  const cwd = folderOf({
    'b.json': CLEAN.replace('wf_welcome', 'wf_2'),
    'a.json': FAULTY,
    'events.json': EVENTS,
  });
  const { code, out } = await run(
    ['b.json', 'a.json', 'events.json', '-f', 'text', '-f', 'html=report.html'],
    { cwd },
  );
  expect(code).toBe(1);
  expect(out).toContain('dangling-edge');
  const page = readFileSync(join(cwd, 'report.html'), 'utf8');
  expect(workflowsIn(page)).toMatchObject([
    {
      source: 'a.json',
      id: 'wf_welcome',
      edges: [{ id: 'e1', from: 'start', to: 'welcom', type: 'default' }],
    },
    {
      source: 'b.json',
      id: 'wf_2',
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
        { key: 'welcome' },
      ],
    },
  ]);
});

test('what --status and --workflow leave out is not in it', async () => {
  const cwd = folderOf({
    'a.json': CLEAN,
    'b.json': CLEAN.replace('wf_welcome', 'wf_2').replace('enabled', 'disabled'),
  });
  const { out } = await run(['.', '--status', 'disabled', '-f', 'html'], { cwd });
  expect(workflowsIn(out)).toMatchObject([{ id: 'wf_2' }]);
});

test('keeps no more workflows than a page can take', () => {
  const { note, kept } = keepWorkflows();
  const [workflow] = parseDocument(CLEAN, {
    source: 'a.json',
    index: 0,
    line: 1,
    start: 0,
    end: CLEAN.length,
  }).workflows;
  for (let i = 0; i < MAX_KEPT + 2; i++) note(workflow as Workflow);
  expect(kept()).toHaveLength(MAX_KEPT);
});
