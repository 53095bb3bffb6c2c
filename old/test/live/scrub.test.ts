import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMATS } from '../../src/core/report/formats.ts';
import { createScrub } from '../../src/features/live/scrub.ts';
import { newFolder, runLive, SECRET } from './run.ts';
import { type Item, joinedEvents, sendError, startService, welcomes } from './service.ts';

const scrub = createScrub({ value: SECRET, location: 'EDGEWISE_API_KEY' });

const hex = (char: string): string => char.charCodeAt(0).toString(16).padStart(2, '0');
const each = (text: string, form: (char: string) => string): string => [...text].map(form).join('');
const base64 = (text: string, form: BufferEncoding = 'base64'): string =>
  Buffer.from(text).toString(form);
const odd = 're_a+b/c?d>e~f%g"h';

/** Forms in which a key reaches a text. */
const FORMS: readonly (readonly [string, (key: string) => string])[] = [
  ['as it is', (key) => key],
  ['upper case', (key) => key.toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded, every character', (key) => each(key, (char) => `%${hex(char)}`)],
  ['percent-encoded twice', (key) => each(key, (char) => `%25${hex(char).toUpperCase()}`)],
  ['JSON, first character', (key) => `\\u${hex(key[0] as string).padStart(4, '0')}${key.slice(1)}`],
  ['JSON, every character', (key) => each(key, (char) => `\\u00${hex(char)}`)],
  ['JSON in JSON', (key) => JSON.stringify(each(key, (char) => `\\u00${hex(char)}`))],
  ['JSON', (key) => JSON.stringify(key)],
  ['JSON with escaped slashes', (key) => JSON.stringify(key).replaceAll('/', '\\/')],
  ['base64', (key) => base64(key)],
  ['base64url', (key) => base64(key, 'base64url')],
  ['base64 of a header', (key) => base64(`Bearer ${key}`)],
  ['base64 of user and password', (key) => base64(`a:${key}:x`)],
  ['base64 in JSON', (key) => base64(`me:${key}`).replaceAll('/', '\\/')],
];

test.each(FORMS)('the key is removed: %s', (_, form) => {
  for (const value of [SECRET, odd]) {
    const clean = createScrub({ value, location: 'x' })(`<${form(value)}> and ${form(value)}`);
    expect(clean.match(/\[API key\]/g)).toHaveLength(2);
    expect(clean.replace(/\[API key\]/g, '').length).toBeLessThan(35);
  }
});

test('JSON stays valid, and texts without the key are unchanged', () => {
  const property = fc.property(fc.jsonValue(), fc.constantFrom(...FORMS), (value, [, form]) => {
    const text = JSON.stringify(value);
    expect(scrub(text)).toBe(text);
    const name = form(SECRET);
    for (const inside of [name, `\n${name}\\`, `\\${name}`])
      expect(scrub(JSON.stringify({ [inside]: [inside, value] }))).toSatisfy((clean: string) =>
        JSON.stringify(JSON.parse(clean)).includes('[API key]'),
      );
  });
  fc.assert(property, { seed: 15, numRuns: 200 });
});

test('long runs of backslashes or percent signs are handled', () => {
  for (const char of ['\\', '%', '%25', 'r', 'r\\'])
    expect(scrub(char.repeat(300_000))).toHaveLength(char.length * 300_000);
});

test('no output or file contains a key from a response or from the base URL', async () => {
  const readAll = (folder: string): string =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => name + readFileSync(join(parentPath, name), 'utf8'))
      .join('\n');
  const forms = FORMS.map(([, form]) => form(SECRET));
  const workflows = welcomes(forms.length).map((workflow, i) => ({
    ...workflow,
    name: `Welcome ${forms[i]}`,
    status: forms[i],
  })) as Item[];
  const escaped = (value: object): string =>
    JSON.stringify(value).replaceAll(SECRET, `\\u0072${SECRET.slice(1)}`);
  const prefix = `/${SECRET}`;
  const inner = await startService({ workflows, events: joinedEvents(1) });
  // Passes requests on, with the key in the path taken off.
  const service = await startService({
    fault: ({ path, query }, response) => {
      if (path.endsWith('events')) {
        // The message of an error is shown.
        return sendError(response, 422, 'invalid_parameter', forms.join(' '));
      }
      const own = path.slice(prefix.length);
      void fetch(`${inner.url}${own}?${query}`)
        .then((answer) => answer.json())
        .then((value) => response.end(escaped(value as object)));
      return true;
    },
  });
  const cwd = newFolder();
  const leaks = forms.map((form) => form.replace(/^"|"$/g, ''));
  const expectClean = (text: string): void => {
    for (const leak of leaks) expect(text).not.toContain(leak);
  };
  const live = { url: service.url + prefix, cwd };
  for (const format of FORMATS.keys()) {
    // A blob is packed, so it is merged into a report.
    const to = format === 'blob' ? 'blob=part' : format;
    const { out, err } = await runLive(['--live', '-f', to, '--preset', 'strict'], live);
    expectClean(out + err);
    const merged = format === 'blob' ? (await runLive(['merge', 'part'], live)).out : out;
    expectClean(merged);
    expect(merged + err).toContain('[API key]');
  }
  // Of a rule that crashes, the message is shown.
  writeFileSync(
    join(cwd, 'crash.mjs'),
    `export default { id: 'acme/crash', severity: 'error', preset: 'recommended', category: 'email',
      summary: 'A crash.', why: 'It crashes.', remedy: 'Correct it.',
      workflow({ workflow }) { throw new Error(workflow.name + process.env.EDGEWISE_API_KEY); } };`,
  );
  const crashed = await runLive(['--live', '--plugin', 'crash.mjs'], live);
  expect(crashed.out + crashed.err).toContain('rule-crashed');
  expectClean(crashed.out + crashed.err);
  const pulled = await runLive(['pull', 'account'], live);
  expectClean(pulled.out + pulled.err);
  expectClean(readAll(cwd));
  expect(readAll(join(cwd, 'account'))).toContain('[API key]');
});
