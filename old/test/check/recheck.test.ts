import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { activate } from '../../src/core/lint/settings.ts';
import { createFileCache, type FileCache } from '../../src/load/file-cache.ts';
import { openSources } from '../../src/load/sources.ts';
import { load } from '../../src/run/load.ts';
import { runItems } from '../../src/run/run.ts';
import { CLEAN, EVENTS, FAULTY, folderOf } from '../cli/run.ts';
import fc from '../fast-check.ts';

const settings = { rules: activate(rules, { preset: 'strict' }) };
/** Milliseconds, more than those between two times of the file system's clock. */
const CLOCK = 20;

const open = (cwd: string, cache?: FileCache) =>
  openSources({ paths: ['.', 'named.json'], cwd, stdin: noInput(), cache });

async function* noInput(): AsyncIterable<Uint8Array> {}

const TEXTS = [
  CLEAN,
  FAULTY,
  CLEAN.replace('"template_id":"tpl_welcome"', '"template_id":"{{event.plan}}"'),
  `${CLEAN}\n${FAULTY}\n`,
  EVENTS,
  EVENTS.replace('user.created', 'user.creaetd'),
  EVENTS.replace('"schema":null', '"schema":{"plan":"string"}'),
  '{"object":"list","has_more":false,"data":[{"object":"template","id":"tpl_welcome","alias":"a","status":"draft"}]}',
  '{"workflows":[',
  '{"any":"thing"}',
  '',
];
const NAMES = ['a.json', 'b.json', 'named.json', 'events.json', 'templates.json', 'z.ndjson'];

const change = fc.record({
  name: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
  text: fc.constantFrom(...TEXTS),
  does: fc.constantFrom('write', 'replace', 'rename', 'delete', 'nothing'),
});

test('after edits, deletions, renames and replacements, an incremental check equals a complete one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 10 }), async (changes) => {
      const cwd = folderOf({ 'named.json': CLEAN, 'events.json': EVENTS });
      for (let i = 0; i < 60; i++) writeFileSync(join(cwd, `m${i}.json`), CLEAN);
      const files = createFileCache(CLOCK);
      for (const { name, other, text, does } of changes) {
        const path = join(cwd, name);
        if (does === 'write') writeFileSync(path, text);
        if (does === 'delete') rmSync(path, { force: true });
        if (does === 'rename') writeFileSync(path, text);
        if (does === 'rename') renameSync(path, join(cwd, other));
        if (does === 'replace') writeFileSync(`${path}~`, text);
        if (does === 'replace') renameSync(`${path}~`, path);
        await sleep(2 * CLOCK);
        const resultOf = async (cache?: FileCache) =>
          JSON.stringify(runItems(await load(open(cwd, cache).items), settings), undefined, 1);
        expect(await resultOf(files)).toBe(await resultOf());
      }
    }),
    { numRuns: 12 },
  );
});
