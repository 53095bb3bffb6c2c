import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_BYTES } from '../../playground/read.ts';
import { MAX_LINK } from '../../playground/share.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('the page about the playground says what is true of it', () => {
  const page = read('docs/playground.md');
  expect(page).toContain(`${MAX_BYTES / 1024 / 1024} MB`);
  expect(page).toContain(`${MAX_LINK / 1000} thousand characters`);
  const [, policy = ''] = /content="(default-src[^"]*)"/.exec(read('playground/index.html')) ?? [];
  for (const part of ["default-src 'none'", "connect-src 'none'"]) {
    expect(page).toContain(part);
    expect(policy).toContain(part);
  }
  expect(page).toContain('dist/playground/index.html');
  expect(read('build.js')).toContain("'dist/playground");
});

test('nothing is kept, and nothing is asked for', () => {
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
