import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

function repository(files: Record<string, string>): string {
  const folder = folderOf(files);
  mkdirSync(join(folder, '.git'));
  return folder;
}

test('init writes a valid configuration with comments', async () => {
  const cwd = repository({ 'workflows/a.json': FAULTY, 'workflows/events.json': EVENTS });
  const { code, out } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^wrote edgewise\.config\.json\nfor completion in editors: npm install --save-dev \.\/edgewise-[\d.]+\.tgz, and run init again\n\n# once, .*\nnpm pack --ignore-scripts \S+\n\n# what CI runs\nnpx --yes \.\/edgewise-\S+\.tgz\n\n# exit codes: .*\n$/,
  );
  const shown = JSON.parse((await run(['--print-config', '-f', 'json'], { cwd })).out);
  expect(shown.files).toEqual({ value: ['workflows'], from: 'edgewise.config.json:6:3' });
  expect((await run(['-f', 'json'], { cwd })).code).toBe(1);
  expect(readFileSync(join(cwd, 'edgewise.config.json'), 'utf8')).toContain(
    '// Findings that are wanted',
  );
});

test('init points editors to the schemas of the installed package', async () => {
  const schema = 'node_modules/edgewise/schemas/';
  const installed = Object.fromEntries(
    ['config', 'workflow', 'events'].map((name) => [`${schema}${name}.schema.json`, '{}']),
  );
  const settings = '{\n  // mine\n  "json.schemas": [{ "url": "./own.json" }],\n}\n';
  for (const [files, kept] of [
    [{}, []],
    [{ '.vscode/settings.json': settings }, [{ url: './own.json' }]],
  ] as const) {
    const cwd = repository({ ...installed, ...files });
    expect((await run(['init'], { cwd })).out).toContain('wrote .vscode/settings.json: ');
    const text = readFileSync(join(cwd, '.vscode/settings.json'), 'utf8');
    if (kept.length > 0) expect(text).toContain('// mine');
    const { 'json.schemas': schemas } = parseJsonc(text);
    expect(schemas.slice(0, kept.length)).toEqual(kept);
    for (const { url } of schemas.slice(kept.length))
      expect(readFileSync(join(cwd, url), 'utf8')).toBe('{}');
    expect(schemas).toHaveLength(kept.length + 3);
    const config = readFileSync(join(cwd, 'edgewise.config.json'), 'utf8');
    expect(config).toContain('"$schema": "./node_modules/edgewise/schemas/config.schema.json"');
    expect((await run(['init'], { cwd })).out).toContain('names the schemas already');
    expect(readFileSync(join(cwd, '.vscode/settings.json'), 'utf8')).toBe(text);
  }
});

test('init leaves settings of VS Code that are no JSON as they are', async () => {
  const text = '{ "json.schemas": [ }';
  const cwd = repository({
    'node_modules/edgewise/schemas/config.schema.json': '{}',
    '.vscode/settings.json': text,
  });
  expect((await run(['init'], { cwd })).out).toContain(
    '.vscode/settings.json is not JSON, and was left as it is\n',
  );
  expect(readFileSync(join(cwd, '.vscode/settings.json'), 'utf8')).toBe(text);
});

test('every example in the comments of the configuration is valid', async () => {
  const cwd = repository({});
  await run(['init'], { cwd });
  const text = readFileSync(join(cwd, 'edgewise.config.json'), 'utf8').replace(
    /^( +)\/\/ (["{])/gm,
    '$1$2',
  );
  const { code, err } = await run(['--print-config', '-c', 'all.json'], {
    cwd: folderOf({ 'all.json': text }),
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('init does not change a configuration, and shows the snippet for the CI in use', async () => {
  const cwd = repository({
    'edgewise.config.json': '{}',
    '.github/a': '',
    '.gitlab-ci.yml': '',
    '.pre-commit-config.yaml': '',
    'inner/a.json': CLEAN,
  });
  const { code, out } = await run(['init'], { cwd: join(cwd, 'inner') });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^there is a configuration already, \.\.\/edgewise\.config\.json: it was left as it is\n/,
  );
  const blocks = out.split('\n\n').slice(1);
  expect(blocks.map((block) => block.split('\n')[0])).toEqual([
    '# once, in the root of this repository; then commit the file',
    '# .github/workflows/edgewise.yml',
    '# .gitlab-ci.yml',
    '# .pre-commit-config.yaml, below "repos:"',
    expect.stringMatching(/^# exit codes: 0/),
  ]);
  const [github, gitlab, hooks] = blocks
    .slice(1, 4)
    .map((block, i) => parseYaml(i === 2 ? `repos:\n${block}` : block));
  expect(github).toMatchObject({
    name: 'edgewise',
    jobs: { lint: { 'runs-on': 'ubuntu-latest' } },
  });
  expect(gitlab).toMatchObject({ edgewise: { image: 'node:22' } });
  expect(hooks.repos).toMatchObject([{ repo: 'local', hooks: [{ pass_filenames: false }] }]);
  expect(new RegExp(hooks.repos[0].hooks[0].files).test('workflows/a.json')).toBe(true);
  expect(readFileSync(join(cwd, 'edgewise.config.json'), 'utf8')).toBe('{}');
  expect((await run(['init', 'x'], { cwd })).err).toContain(
    '"init" takes no argument, but got "x"',
  );
});

test('the flags of the snippets exist', async () => {
  const cwd = repository({ '.gitlab-ci.yml': '', 'a.json': CLEAN, 'events.json': EVENTS });
  const { out } = await run(['init'], { cwd });
  const flags = /edgewise-\S+\.tgz (.*)/.exec(out)?.[1]?.split(' ') as string[];
  expect((await run(flags, { cwd })).code).toBe(0);
  expect(JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))).toEqual([]);
});
