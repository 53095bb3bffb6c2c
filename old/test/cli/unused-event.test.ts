import { describe, expect, test } from 'vitest';
import { CLEAN, folderOf, run } from './run.ts';

// An event is unused only where all workflows were read.

const EVENTS = JSON.stringify([
  { name: 'user.created', schema: null },
  { name: 'user.left', schema: null },
]);
const CONFIG = JSON.stringify({ preset: 'strict', files: ['w.json', 'events.json'] });
const BUNDLE = JSON.stringify({ workflows: [JSON.parse(CLEAN)], events: JSON.parse(EVENTS) });

async function check(args: readonly string[], input = '') {
  const cwd = folderOf({
    'w.json': CLEAN,
    'events.json': EVENTS,
    'bundle.json': BUNDLE,
    'all/w.json': CLEAN,
    'edgewise.config.json': CONFIG,
  });
  const { out } = await run(['-f', 'json', '--only', 'unused-event', ...args], { cwd, input });
  const { findings, notChecked } = JSON.parse(out) as {
    findings: { rule: string; message: string }[];
    notChecked: { rule: string; reason: string }[];
  };
  return {
    messages: findings.flatMap(({ rule, message }) => (rule === 'unused-event' ? message : [])),
    reasons: notChecked.flatMap(({ rule, reason }) => (rule === 'unused-event' ? reason : [])),
  };
}

describe('unused-event', () => {
  test.each([
    ['a file', ['w.json', 'events.json']],
    ['a file and --events', ['w.json', '--events', 'events.json']],
    ['standard input', ['-', '--events', 'events.json']],
  ])('is not checked for %s', async (_, args) => {
    expect(await check(args, CLEAN)).toEqual({
      messages: [],
      reasons: ['only single files were read, so other workflows may exist'],
    });
  });

  test.each([
    ['a folder', ['all', '--events', 'events.json']],
    ['a folder beside a file', ['all', 'w.json', 'events.json']],
    ['a glob', ['al*/*.json', 'events.json']],
    ['the files of the configuration', []],
    ['a bundle', ['bundle.json']],
  ])('is checked for %s', async (_, args) => {
    expect(await check(args)).toEqual({
      messages: ['event "user.left" is used by no workflow'],
      reasons: [],
    });
  });
});
