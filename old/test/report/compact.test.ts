import { expect, test } from 'vitest';
import compact from '../../src/core/report/compact.ts';
import github from '../../src/core/report/github.ts';
import { everything } from './believable.ts';
import { findingOf, print, resultOf } from './samples.ts';

test('has one line per finding', () => {
  expect(print(compact, everything()).split('\n')).toEqual([
    'events.json:3:13: info: no workflow starts on or waits for "誕生日クーポン" [unused-event]',
    'events.json:4:12: error: the event name "user.created" is used twice [duplicate-event-name]',
    'workflows/old/welcome.json:12:17: info: the subject has 131 characters, and most inboxes show 78 [long-subject]',
    'https://api.example.com/automations/7:1:274: error: no path leads from the trigger to "late" [unreachable-step]',
    'https://api.example.com/automations/7#/connections/0/to: error: "Welcome series": the edge from "start" leads to "welcom", which is no step of this workflow [dangling-edge]',
    'https://api.example.com/automations/7: warning: the edge from "start" leads to "welcom", which is no step of this workflow [dangling-edge]',
    'https://api.example.com/automations/7: error: the rule "cycle" failed on this document [rule-crashed]',
    '',
  ]);
});

test('is empty for a clean run, and lists errors only when quiet', () => {
  expect(print(compact, resultOf([]))).toBe('');
  expect(print(compact, everything(), { quiet: true }).match(/: (error|warning|info): /g)).toEqual([
    ': error: ',
    ': error: ',
    ': error: ',
    ': error: ',
  ]);
});

test('a live workflow has its name', () => {
  const location = { source: 'https://api.example.com/automations/7', pointer: '/steps/1' };
  const live = findingOf({ location, workflow: { id: '7', name: 'Welcome' } });
  const named = findingOf({ location, workflow: { id: '7' } });
  expect(print(compact, resultOf([live, named]))).toMatch(
    /^https:\/\/api\.example\.com\/automations\/7#\/steps\/1: error: "Welcome": the edge .*\n\S+: error: the edge/,
  );
  expect(print(github, resultOf([live]))).toMatch(/::"Welcome": the edge .*\(at \/steps\/1\)\n/);
});
