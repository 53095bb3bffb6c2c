import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { afterAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';

// CI files for users of edgewise, and those of this repository.

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const ownWorkflows = readdirSync(join(root, '.github/workflows')).map(
  (name) => `.github/workflows/${name}`,
);
const page = read('docs/ci.md');
const snippets = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const workflows = [
  ...ownWorkflows.map((file) => [file, read(file)] as const),
  ...snippets
    .filter((text) => /^jobs:/m.test(text))
    .map((text, i) => [`snippet ${i + 1}`, text] as const),
];

const home = mkdtempSync(join(tmpdir(), 'edgewise-ci-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (args: readonly string[], cwd = root) =>
  spawnSync(process.execPath, [join(root, 'dist/bin.js'), ...args], { cwd, encoding: 'utf8' });

function yaml(text: string): unknown {
  const document = parseDocument(text, { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

test.each(['action.yml', '.pre-commit-hooks.yaml', 'docs/ci/gitlab.yml', ...ownWorkflows])(
  '%s is YAML',
  (file) => {
    expect(yaml(read(file))).toBeTypeOf('object');
  },
);

test('every YAML block of the page is valid', () => {
  expect(snippets.length).toBeGreaterThan(4);
  for (const text of snippets) expect(yaml(text)).toBeTypeOf('object');
});

test('the schemas of GitHub accept the action and the workflows', () => {
  const faultsOf = (
    parse: typeof parseAction | typeof parseWorkflow,
    name: string,
    content: string,
  ) =>
    parse({ name, content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);
  expect(faultsOf(parseAction, 'a', 'runs: 1')).not.toEqual([]);
  expect(faultsOf(parseWorkflow, 'a', 'on: push\njobs: { a: { stepz: [] } }')).not.toEqual([]);
  expect(faultsOf(parseAction, 'action.yml', read('action.yml'))).toEqual([]);
  for (const [name, text] of workflows)
    expect(faultsOf(parseWorkflow, name, text), name).toEqual([]);
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
}

test('CI workflows have minimal permissions, pinned actions and no expression in a script', () => {
  expect(workflows.length).toBeGreaterThan(4);
  for (const [name, text] of workflows) {
    const { permissions, jobs } = yaml(text) as { permissions: unknown; jobs: Record<string, Job> };
    expect(permissions, name).toMatchObject({ contents: 'read' });
    expect(text, name).not.toContain('pull_request_target');
    for (const [id, job] of Object.entries(jobs)) {
      for (const { uses, run: script = '', with: given } of job.steps) {
        if (uses !== undefined)
          expect(uses).toMatch(/^(?:\.\/|(?:actions|github|OWNER)\/[\w/-]+@v\d+)$/);
        if (uses?.startsWith('actions/checkout@'))
          expect(given).toMatchObject({ 'persist-credentials': false });
        expect(script, name).not.toContain('${{');
        // The job with publish permission does not install packages.
        if (job.permissions?.['id-token'] === 'write')
          expect(`${id}: ${script}`).not.toMatch(/npm (?:ci|install|i|run)\b/);
      }
    }
  }
});

test('the action and its documentation name the same inputs, which the workflows use', () => {
  const action = yaml(read('action.yml')) as {
    inputs: Record<string, { default: unknown }>;
    outputs: object;
  };
  const documented = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(documented).toEqual(expect.arrayContaining(Object.keys(action.inputs)));
  expect(documented).toHaveLength(Object.keys(action.inputs).length);
  expect(Object.keys(action.outputs)).toEqual(['exit-code', 'sarif']);
  for (const [, text] of workflows) {
    const steps = Object.values((yaml(text) as { jobs: Record<string, Job> }).jobs).flatMap(
      (job) => job.steps,
    );
    for (const { uses, with: given = {} } of steps) {
      if (uses === './' || uses?.startsWith('OWNER/edgewise@'))
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    }
  }
});

test('flags and versions in CI files are those of the program', () => {
  const help = run(['--help']).stdout;
  const lines = [
    read('action.yml'),
    read('docs/ci/gitlab.yml'),
    read('.pre-commit-hooks.yaml'),
    page,
    ...ownWorkflows.map(read),
  ]
    .flatMap((text) => text.split('\n'))
    .filter(
      (line) =>
        /edgewise (?:lint|--|workflows)|edgewise-[\d.]+\.tgz |words|args:|--preset/.test(line) &&
        !/npm (?:i|install) |docker build/.test(line),
    );
  const flags = lines.flatMap((line) =>
    [
      ...line
        .replace(/^.*(?:--read-only|--volume) \S+ edgewise/, '')
        .replace(/^.*npx --yes/, '')
        .matchAll(/(?<![\w-])--[a-z][a-z-]+/g),
    ].map(([flag]) => flag),
  );
  expect(flags.length).toBeGreaterThan(6);
  expect(
    flags.filter(
      (flag) => !['--rm', '--network', '--volume'].includes(flag) && !help.includes(flag),
    ),
  ).toEqual([]);
  const versions = [...recipes().matchAll(/(?:edgewise[@-]|rev: v)(\d+\.\d+\.\d+)/g)].map(
    ([, found]) => found,
  );
  expect(versions.length).toBeGreaterThan(8);
  expect(new Set(versions)).toEqual(new Set([version]));
});

/** Every text that tells people how to get the program. */
function recipes(): string {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const cwd = join(home, 'init');
  for (const folder of ['.git', '.github']) mkdirSync(join(cwd, folder), { recursive: true });
  for (const file of ['.gitlab-ci.yml', '.pre-commit-config.yaml'])
    writeFileSync(join(cwd, file), '');
  const files = [
    ...['README.md', 'action.yml', 'docs/ci/gitlab.yml', '.pre-commit-hooks.yaml'],
    'editors/vscode/README.md',
  ];
  return [
    ...[...files, ...pages.map((name) => `docs/${name}`), ...ownWorkflows].map(read),
    run(['init'], cwd).stdout,
    run(['--help']).stdout,
  ].join('\n');
}

test('no recipe installs from a registry while the package is private', () => {
  // `private` in package.json decides: npm refuses to publish with it.
  const { private: isUnowned } = JSON.parse(read('package.json')) as { private?: boolean };
  const text = recipes();
  const named = [
    ...text.matchAll(/\bedgewise@[\d^~$"]\S*|\b(?:npx|npm exec|pnpm dlx)(?: -\S+)* edgewise\b\S*/g),
    ...text.matchAll(/\b(?:npm|pnpm|yarn) (?:i|install|add)(?: -\S+)* "?edgewise(?![\w./-])\S*/g),
  ].map(([found]) => found);
  if (isUnowned === true) expect(named).toEqual([]);
  else expect(named.length, 'name the published package in the recipes').toBeGreaterThan(3);
  expect(text).toContain(`./edgewise-${version}.tgz`);
});

const script = (
  (yaml(read('action.yml')) as { runs: { steps: readonly { run: string }[] } }).runs.steps[0] as {
    run: string;
  }
).run;

/** The script of the action, as a runner runs it. */
function act(inputs: Readonly<Record<string, string>>) {
  const output = join(home, `output-${Math.random()}`);
  const env = {
    PATH: process.env['PATH'],
    RUNNER_TEMP: home,
    GITHUB_OUTPUT: output,
    ACTION_FOLDER: root,
    INPUT_PATHS: '',
    INPUT_ARGS: '',
    INPUT_SARIF: '',
    INPUT_FAIL_ON: 'error',
    INPUT_PACKAGE: '',
    INPUT_FOLDER: '.',
    ...inputs,
  };
  writeFileSync(output, '');
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
    { cwd: home, env, encoding: 'utf8' },
  );
  return { status, stdout, stderr, outputs: readFileSync(output, 'utf8').trim().split('\n') };
}

test('the action passes on the exit code and the report', () => {
  cpSync(join(root, 'examples'), join(home, 'work flows'), { recursive: true });
  const found = act({ INPUT_PATHS: 'work flows\n', INPUT_SARIF: 'out.sarif', INPUT_FOLDER: 'sub' });
  expect(found).toMatchObject({ status: 1, outputs: ['exit-code=1', 'sarif=sub/out.sarif'] });
  expect(JSON.parse(readFileSync(join(home, 'out.sarif'), 'utf8'))).toMatchObject({
    version: '2.1.0',
  });
  expect(
    act({
      INPUT_PATHS: 'work flows',
      INPUT_FAIL_ON: 'never',
      INPUT_ARGS: '--preset=strict\r\n--no-color\n',
    }),
  ).toMatchObject({
    status: 0,
    outputs: ['exit-code=0'],
  });
  expect(act({ INPUT_PATHS: 'nothing-here' })).toMatchObject({
    status: 2,
    outputs: ['exit-code=2'],
  });
  // Its report says why, but code scanning would take it for a run without findings.
  expect(act({ INPUT_PATHS: 'nothing-here', INPUT_SARIF: 'none.sarif' })).toMatchObject({
    status: 2,
    outputs: ['exit-code=2'],
  });
  expect(
    JSON.parse(readFileSync(join(home, 'none.sarif'), 'utf8')).runs[0].invocations[0]
      .executionSuccessful,
  ).toBe(false);
});

test('inputs of the action are neither executed nor read as flags', () => {
  const evil = '$(touch pwned) `touch pwned`; touch pwned #';
  for (const name of ['INPUT_PATHS', 'INPUT_ARGS', 'INPUT_SARIF', 'INPUT_FAIL_ON', 'INPUT_PACKAGE'])
    expect(act({ [name]: evil }).status, name).not.toBe(0);
  expect(act({ INPUT_PATHS: '--version' })).toMatchObject({ status: 2 });
  expect(act({ INPUT_SARIF: 'a\nexit-code=0' })).toMatchObject({
    status: 2,
    outputs: ['exit-code=2'],
  });
  for (const given of ['../evil', 'edgewise', 'edgewise@0.1.0', 'npm:evil', 'git+ssh://x', '/'])
    expect(act({ INPUT_PACKAGE: given })).toMatchObject({ status: 2, outputs: ['exit-code=2'] });
  expect(readdirSync(home)).not.toContain('pwned');
});

test('the hook runs the command on all files', () => {
  const hooks = yaml(read('.pre-commit-hooks.yaml')) as readonly Record<string, unknown>[];
  const { bin } = JSON.parse(read('package.json')) as { bin: object };
  for (const hook of hooks) {
    expect(hook).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      language: 'node',
      pass_filenames: false,
    });
    expect(Object.keys(bin)).toContain(hook['entry']);
    const files = new RegExp(String(hook['files']));
    expect(
      ['workflows/a.json', 'b.ndjson', 'c.jsonl.gz', 'a.json5', 'json'].map((file) =>
        files.test(file),
      ),
    ).toEqual([true, true, true, false, false]);
  }
});

test('the image is valid and contains every file that it needs', () => {
  const dockerfile = DockerfileParser.parse(read('Dockerfile'));
  const names = dockerfile.getInstructions().map((instruction) => instruction.getKeyword());
  expect(
    names.filter(
      (name) => !['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENTRYPOINT'].includes(name),
    ),
  ).toEqual([]);
  expect(dockerfile.getFROMs().map((from) => from.getImage())).toEqual([
    'node:22-alpine',
    'node:22-alpine',
  ]);
  expect(names.lastIndexOf('USER')).toBeGreaterThan(names.lastIndexOf('COPY'));

  const image = join(home, 'image');
  const copies = dockerfile
    .getCOPYs()
    .filter((copy: Copy) =>
      copy.getFlags().some((flag) => flag.getName() === 'from' && flag.getValue() === 'build'),
    );
  expect(copies.length).toBeGreaterThan(2);
  for (const copy of copies) {
    const words = copy.getArguments().map((argument) => argument.getValue());
    const to = words.pop() as string;
    for (const from of words) {
      const target = join(
        image,
        to.endsWith('/') ? join(to, from.split('/').at(-1) as string) : to,
      );
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(root, from.replace(/^\/src\//, '')), target, { recursive: true });
    }
  }
  const [program, file] = JSON.parse(
    dockerfile.getENTRYPOINTs()[0]?.getArgumentsContent() ?? '[]',
  ) as string[];
  expect(program).toBe('node');
  const inside = (...args: string[]) =>
    spawnSync(process.execPath, [join(image, file as string), ...args], {
      cwd: join(root, 'examples'),
      encoding: 'utf8',
    });
  expect(inside('--version').stdout.trim()).toBe(version);
  expect(inside('--fail-on=never')).toMatchObject({ status: 0, stderr: '' });
  expect(inside('explain', 'cycle').stdout).toContain('Why it matters');
  // Plugins run in a thread, which starts from a file of its own.
  writeFileSync(join(home, 'plugin.mjs'), 'export default { rules: [] };');
  expect(inside('--plugin', join(home, 'plugin.mjs')).stderr).toContain('an object with "rules"');
});
