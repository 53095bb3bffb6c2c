import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

function repository(files: Record<string, string>): string {
  const folder = folderOf(files);
  mkdirSync(join(folder, '.git'));
  return folder;
}

test('init writes a valid configuration with comments, which takes suppressions', async () => {
  const cwd = repository({ 'workflows/a.json': FAULTY, 'workflows/events.json': EVENTS });
  const { code, out } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^wrote edgewise\.config\.json\nfor completion in editors: npm install --save-dev \.\/edgewise-[\d.]+\.tgz, and run init again\n\nin your CI, run: npx --yes \.\/edgewise-/,
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

test('init makes editors use the schemas of the package that is installed', async () => {
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

test('every example in the comments of the configuration is right', async () => {
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
  expect(out).toContain('for GitHub Actions, .github/workflows/edgewise.yml:');
  expect(out).toContain('codequality: gl-code-quality-report.json');
  expect(out).toContain('      - uses: OWNER/edgewise@v0\n');
  expect(out).toContain('docs/ci/gitlab.yml');
  expect(out).toMatch(
    /\n {4}rev: v\d.*\n {4}hooks:\n {6}- id: edgewise\n\nthe tarball .*\nmore on each of them, and on others: docs\/ci\.md in the repository of edgewise\n$/,
  );
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

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const script = `${(await run(['completion', 'bash'])).out}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _edgewise; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('completion offers commands, flags, formats and rules', async () => {
  expect(await offered('edgewise', 'sup')).toEqual(['suppress']);
  expect(await offered('edgewise', '--update')).toEqual(['--update-baseline']);
  expect(await offered('edgewise', '-f', 'sar')).toEqual(['sarif']);
  expect(await offered('edgewise', '--rule', 'dangling-edge=w')).toEqual(['dangling-edge=warning']);
  expect(await offered('edgewise', '--preset=st')).toEqual(['--preset=strict']);
  expect(await offered('edgewise', '--rule=self-loop=o')).toEqual(['--rule=self-loop=off']);
  expect(await offered('edgewise', '--config=package.j')).toEqual(['--config=package.json']);
  expect(await offered('edgewise', 'explain', 'self-')).toEqual(['self-loop']);
  expect(await offered('edgewise', 'help', 'pu')).toEqual(['pull']);
  expect(await offered('edgewise', 'pull', '--bun')).toEqual(['--bundle']);
  expect(await offered('edgewise', 'lint', '--bun')).toEqual(['']);
  expect(await offered('edgewise', 'graph', '-f', 'mer')).toEqual(['mermaid']);
  expect(await offered('edgewise', 'simulate', 'x', '--format=sv')).toEqual(['--format=svg']);
  expect(await offered('edgewise', 'lint', '--config', 'x'), 'bash offers files itself').toEqual([
    '',
  ]);
});

const hasShell = (name: string): boolean => spawnSync(name, ['--version']).status === 0;

test.skipIf(!hasShell('fish'))('fish offers what the script says', async () => {
  const script = (await run(['completion', 'fish'])).out;
  const offers = (line: string): readonly string[] => {
    const { stdout } = spawnSync(
      'fish',
      ['--no-config', '-c', `${script}\ncomplete -C '${line}'`],
      { encoding: 'utf8' },
    );
    return stdout
      .trim()
      .split('\n')
      .map((each) => each.split('\t')[0] as string);
  };
  expect(offers('edgewise supp')).toEqual(['suppress']);
  expect(offers('edgewise --preset ')).toEqual(['correctness', 'recommended', 'strict']);
  expect(offers('edgewise explain self-')).toEqual(['self-loop']);
});

test.skipIf(!hasShell('zsh'))(
  'zsh can read the script, and defines the completion by it',
  async () => {
    const script = (await run(['completion', 'zsh'])).out;
    const { stdout, stderr } = spawnSync(
      'zsh',
      ['-f', '-c', `compdef() { print -r -- "$@" }\n${script}\nprint $+functions[_edgewise]`],
      { encoding: 'utf8' },
    );
    expect({ stdout, stderr }).toEqual({ stdout: '_edgewise edgewise\n1\n', stderr: '' });
  },
);

test('completion is written for the shell that is named, or in use', async () => {
  expect((await run(['completion', 'zsh'])).out).toMatch(/^#compdef edgewise\n/);
  expect((await run(['completion'], { env: { SHELL: '/usr/bin/fish' } })).out).toContain(
    "complete -c edgewise -n '__edgewise_runs lint record' -l format -s f -x -a 'text ",
  );
  expect((await run(['completion', 'tcsh'])).err).toBe(
    'edgewise: unknown shell "tcsh"\n          shells: bash, zsh, fish\n',
  );
  expect((await run(['completion'])).err).toContain('completion for which shell?');
});
