import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import { folderOf, run } from './run.ts';

/** A workflow with two faults that all workflows of a team have. */
const workflow = (n: number) => ({
  object: 'automation',
  id: `wf_${n}`,
  name: `Course ${n}`,
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: `course.booked${n}` } },
    {
      key: `lesson_${n}`,
      type: 'send_email',
      config: {
        template: { id: `tpl_${n}`, variables: { NAME: { var: `name_${n}` } } },
        from: `school ${n}`,
      },
    },
  ],
  connections: [{ from: 'start', to: `lesson_${n}` }],
});

const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [
    `workflows/courses/course-${n}.json`,
    JSON.stringify(workflow(n), null, 2),
  ]),
);

test('60 workflows with two habits are a page of text', async () => {
  const cwd = folderOf(files);
  const { out } = await run(['workflows'], { cwd });
  const lines = out.split('\n');
  expect(lines.length).toBeLessThan(40);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  expect(out).toContain('\n60 errors, 60 warnings in 60 of 60 workflows');
  expect(
    out.match(/and 59 more like it: workflows\/courses\/course-\d+\.json:\d+:\d+,/g),
  ).toHaveLength(2);
  expect(out).toMatch(/\n {2}invalid-sender +60 errors\n {2}unqualified-variable +60 warnings\n/);
});

test('formats for programs have all findings', async () => {
  const cwd = folderOf(files);
  const { out } = await run(['workflows', '-f', 'json', '--max-findings', '1'], { cwd });
  expect((JSON.parse(out) as { findings: unknown[] }).findings).toHaveLength(120);
});
