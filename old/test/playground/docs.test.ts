import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_BYTES } from '../../playground/read.ts';
import { MAX_LINK } from '../../playground/share.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('the facts in docs about the playground are current', () => {
  const page = read('docs/playground.md');
  expect(page).toContain(`${MAX_BYTES / 1024 / 1024} MB`);
  expect(page).toContain(`${MAX_LINK / 1000} thousand characters`);
  const [, policy = ''] = /content="(default-src[^"]*)"/.exec(read('playground/index.html')) ?? [];
  for (const part of ["default-src 'none'", "connect-src 'none'"]) {
    expect(page).toContain(part);
    expect(policy).toContain(part);
  }
  expect(page).toContain('`dist/playground`');
  expect(read('build.js')).toContain("'dist/playground");
});

test('the playground uses no storage and no network', () => {
  for (const name of [
    'main',
    'thread',
    'worker',
    'session',
    'share',
    'read',
    'editor',
    'link',
    'keep',
    'complete',
    'rules-panel',
    'checker',
  ]) {
    expect(read(`playground/${name}.ts`)).not.toMatch(
      /localStorage|sessionStorage|indexedDB|cookie|fetch\(|XMLHttpRequest|WebSocket|sendBeacon/,
    );
  }
});
