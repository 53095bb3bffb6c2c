import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { BIN, CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

function repository(files: Record<string, string>): string {
  const folder = folderOf(files);
  mkdirSync(join(folder, '.git'));
  return folder;
}

test('init writes a valid configuration with comments, to which suppressions can be added', async () => {
  const cwd = repository({ 'workflows/a.json': FAULTY, 'workflows/events.json': EVENTS });
  const { code, out } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^wrote edgewise\.config\.json\nfor completion in editors: npm install --save-dev \.\/edgewise-[\d.]+\.tgz, and run init again\n\n# once, .*\nnpm pack --ignore-scripts \S+\n\n# what CI runs\nnpx --yes \.\/edgewise-\S+\.tgz\n\n# exit codes: .*\n$/,
  );
  const shown = JSON.parse((await run(['config', '-f', 'json'], { cwd })).out);
  expect(shown.files).toEqual({ value: ['workflows'], from: 'edgewise.config.json:6:3' });
  const { findings } = JSON.parse((await run(['-f', 'json'], { cwd })).out);
  expect(
    (
      await run(
        [
          'suppress',
          ...findings.map(({ fingerprint }: { fingerprint: string }) => fingerprint),
          '--reason',
          'draft',
        ],
        { cwd },
      )
    ).code,
  ).toBe(0);
  expect((await run(['-f', 'json'], { cwd })).code).toBe(0);
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
  const { code, err } = await run(['config', '-c', 'all.json'], {
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

/** The completions of the last of these words. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const { code, out, err } = await run(['completion', 'bash', '--', ...words]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.split('\n').filter((line) => line !== '');
}

test('completion offers commands, flags, formats and rules', async () => {
  expect(await offered('sup')).toEqual(['suppress']);
  expect(await offered('--update')).toEqual(['--update-baseline']);
  expect(await offered('-f', 'sar')).toEqual(['sarif']);
  expect(await offered('--rule', 'dangling-edge=w')).toEqual(['dangling-edge=warning']);
  expect(await offered('--preset=st')).toEqual(['--preset=strict']);
  expect(await offered('--rule=self-loop=o')).toEqual(['--rule=self-loop=off']);
  expect(await offered('explain', 'self-')).toEqual(['self-loop']);
  expect(await offered('help', 'pu')).toEqual(['pull']);
  expect(await offered('completion', '')).toEqual(['bash', 'zsh']);
  expect(await offered('pull', '--pru')).toEqual(['--prune']);
  expect(await offered('lint', '--pru')).toEqual([]);
  expect(await offered('graph', '-f', 'mer')).toEqual(['mermaid']);
  expect(await offered('simulate', 'x', '--format=sv')).toEqual(['--format=svg']);
  expect(await offered('lint', '--config', 'x'), 'a shell offers files').toEqual([]);
  expect(await offered('lint', 'workf'), 'a shell offers files').toEqual([]);
});

test('zsh gets descriptions with the words that have one', async () => {
  const lines = async (...words: string[]) => (await run(['completion', ...words])).out;
  expect(await lines('zsh', '--', '--pres')).toBe(
    '--preset:which rules are on (recommended unless the configuration names another)\n',
  );
  expect(await lines('zsh', '--', 'explain', 'self-')).toBe('self-loop\n');
  expect(await lines('zsh', '--', 'mer')).toBe(
    'merge:one report of several runs with --shard (files, or folders of *.blob)\n',
  );
});

const hasShell = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

/** The output of a shell that has loaded its completion script, with the built program as edgewise. */
async function inShell(shell: string, option: string, after: string, before = ''): Promise<string> {
  const { out } = await run(['completion', shell]);
  const folder = folderOf({ edgewise: `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n` });
  chmodSync(join(folder, 'edgewise'), 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const words = [option, '-c', `${before}\n${out}\n${after}`];
  const { stdout, stderr } = spawnSync(shell, words, { encoding: 'utf8', env });
  expect(stderr).toBe('');
  return stdout;
}

test.skipIf(!hasShell('bash'))('bash completes the words of the program, and files', async () => {
  const offers = (line: string): Promise<string> => {
    const words = line.split(' ');
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    return inShell('bash', '--norc', `${set}; _edgewise; printf '%s\\n' "\${COMPREPLY[@]}"`);
  };
  expect(await offers('edgewise supp')).toBe('suppress\n');
  expect(await offers('edgewise --preset=st')).toBe('--preset=strict\n');
  expect(await offers('edgewise --config=package.j')).toBe('--config=package.json\n');
});

test.skipIf(!hasShell('zsh'))('zsh completes the words of the program, and files', async () => {
  const asked = `compdef() { print -r -- "$@" }
_describe() { print -rl -- "\${(@P)2}" }
_files() { print files }
compset() { :; }`;
  const offers = (line: string): Promise<string> => {
    const words = line.split(' ');
    const set = `words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}`;
    return inShell('zsh', '-f', `${set}; _edgewise`, asked);
  };
  expect(await offers('edgewise --pre')).toBe(
    '_edgewise edgewise\n--preset:which rules are on (recommended unless the configuration names another)\n',
  );
  expect(await offers('edgewise explain self-')).toBe('_edgewise edgewise\nself-loop\n');
  expect(await offers('edgewise --config x')).toBe('_edgewise edgewise\nfiles\n');
});

test('completion is written for the given shell, or for the current one', async () => {
  expect((await run(['completion', 'zsh'])).out).toMatch(/^#compdef edgewise\n/);
  expect((await run(['completion'], { env: { SHELL: '/usr/bin/bash' } })).out).toContain(
    'complete -o default ',
  );
  for (const shell of ['tcsh', 'fish'])
    expect((await run(['completion', shell])).err).toBe(
      `edgewise: unknown shell "${shell}"\n          shells: bash, zsh\n`,
    );
  expect((await run(['completion'])).err).toContain('completion for which shell?');
});
