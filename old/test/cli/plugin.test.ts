import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { maskTime } from '../pages.ts';
import { CLEAN, folderOf, run, runBuilt } from './run.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8');
const fenced = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
const blocks = (language: string) =>
  fenced.filter(([, own]) => own === language).map(([, , text]) => text as string);

test('the example of the page prints what the page shows', async () => {
  const [plugin] = blocks('js') as [string];
  const [welcome, config] = blocks('json') as [string, string];
  const [first, second] = blocks('').filter((text) => text.startsWith('$ ')) as [string, string];
  const cwd = folderOf({ 'plain-subject.js': plugin, 'welcome.json': welcome });
  await shows(first, cwd);
  writeFileSync(join(cwd, 'edgewise.config.json'), config);
  await shows(second, cwd);
});

async function shows(shown: string, cwd: string): Promise<void> {
  const [command = '', ...output] = shown.split('\n');
  expect(maskTime((await run(command.split(' ').slice(2), { cwd })).out).trimEnd()).toBe(
    output.join('\n').trimEnd(),
  );
}

test('the TypeScript example compiles with the types of the package, and prints what the page shows', async () => {
  const [typed] = blocks('ts') as [string];
  const [plugin] = blocks('js') as [string];
  const [welcome, , bye] = blocks('json') as [string, string, string];
  const cwd = folderOf({
    'package.json': '{ "type": "module" }',
    'one-sender.ts': typed,
    // The first example has no types to be stripped of, but the comment must hold.
    'plain-subject.js': plugin,
    'one-sender.js': transformSync(typed, { loader: 'ts' }).code.replace(
      /^import .*$/m,
      'const defineRule = (rule) => rule;',
    ),
    'welcome.json': welcome,
    'bye.json': bye,
  });
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(root, join(cwd, 'node_modules/edgewise'), 'junction');
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    '',
    '--allowJs',
    '--checkJs',
  ];
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...options,
      'one-sender.ts',
      'plain-subject.js',
    ],
    {
      cwd,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(status).toBe(0);
  await shows(blocks('').filter((text) => text.startsWith('$ '))[2] as string, cwd);
});

const RULE = `{ id: 'acme/some', severity: 'warning', preset: 'recommended', category: 'email', summary: 'S.', why: 'W.', remedy: 'R.',
  workflow({ workflow }, report) { BODY } }`;
const ruleOf = (body: string, more = ''): string =>
  `export default ${RULE.replace('BODY', () => body).replace(/ \}$/, `, ${more} }`)};`;

async function lint(
  plugin: string,
  args: readonly string[] = [],
  files: Record<string, string> = {},
  isBuilt = false,
) {
  const cwd = folderOf({ 'a.json': CLEAN, 'own.mjs': plugin, ...files });
  mkdirSync(join(cwd, '.git'));
  const words = ['a.json', '--plugin', 'own.mjs', '-f', 'json', ...args];
  const { code, out, err } = isBuilt ? runBuilt(words, { cwd }) : await run(words, { cwd });
  const { findings, failures } = JSON.parse(out) as {
    findings: { rule: string; message: string; severity: string }[];
    failures: { message: string }[];
  };
  return {
    code,
    err,
    failures,
    findings,
    own: findings.filter(({ rule }) => rule === 'acme/some' || rule === 'rule-crashed'),
  };
}

describe('faults of a plugin are contained', async () => {
  test.each([
    ['throws', `throw new Error('oh no')`, 'oh no'],
    ['throws undefined', 'throw undefined', 'undefined'],
    ['reports undefined', 'report()', 'it called report with undefined'],
    ['reports a string', `report('bad')`, 'it called report with "bad"'],
    ['reports no place', `report({ message: 'bad' })`, 'an "at" that is not a place: undefined'],
    [
      'reports an invalid place',
      `report({ at: { kind: 'step', document: { source: '/etc/passwd', index: 0 } }, message: 'bad' })`,
      'an "at" that is not a place',
    ],
    [
      'reports a number as message',
      'report({ at: workflow, message: 7 })',
      'a message that is not a string: a number',
    ],
    [
      'reports an empty message',
      `report({ at: workflow, message: ' ' })`,
      'a message that is not a string',
    ],
    [
      'reports an invalid related place',
      `report({ at: workflow, message: 'bad', related: [1] })`,
      'a "related" that lacks a place',
    ],
    [
      'reports a related place without a message',
      `report({ at: workflow, message: 'bad', related: [{ at: workflow }] })`,
      'a "related" that lacks a place or a message: an object',
    ],
    [
      'reports no array as related',
      `report({ at: workflow, message: 'bad', related: {} })`,
      'a "related" that is not an array: an object',
    ],
    [
      'reports a number as help',
      `report({ at: workflow, message: 'bad', help: 7 })`,
      'a "help" that is not a string: a number',
    ],
    [
      'reports a path that is no path',
      `report({ at: [workflow, null], message: 'bad' })`,
      'an "at" that is not a place: an array',
    ],
    [
      'reports a place without a pointer',
      `report({ at: { document: workflow.document, subject: {} }, message: 'bad' })`,
      'an "at" that is not a place: an object',
    ],
    [
      'catches the error of an invalid report',
      `try { report(1) } catch {}`,
      'it called report with a number',
    ],
    ['is async', 'return Promise.reject(new Error("later"))', 'a check must not be async'],
  ])('a check that %s', async (_, body, message) => {
    const { code, own, err } = await lint(ruleOf(body));
    expect(code).toBe(2);
    expect(own).toMatchObject([
      { rule: 'rule-crashed', message: expect.stringContaining(message) },
    ]);
    expect(own[0]?.message).toContain('rule "acme/some" failed');
    expect(err).not.toContain('    at ');
  });

  test('a report after its check has ended is not a finding', async () => {
    const { code, own } = await lint(
      `let first;\n${ruleOf(`first ??= report; first({ at: workflow, message: workflow.name });`)}`,
      ['b.json'],
      { 'b.json': CLEAN.replaceAll(/wf_welcome|Welcome series/g, 'other') },
    );
    expect({ code, messages: own.map(({ message }) => message) }).toEqual({
      code: 0,
      messages: ['Welcome series'],
    });
  });

  test.each([
    ['ends the process', 'process.exit(0);'],
    ['never finishes loading', 'await new Promise(() => {});'],
  ])('a plugin that %s is a failure', (_, text) => {
    const cwd = folderOf({ 'a.json': CLEAN, 'own.mjs': `${text}\n${ruleOf('')}` });
    expect(runBuilt(['a.json', '--plugin', 'own.mjs'], { cwd })).toEqual({
      code: 2,
      out: '',
      err: 'edgewise: a plugin ended the run before it was over\n',
    });
  });

  test('its output goes to stderr', async () => {
    const { code, err, own } = await lint(
      `console.log('hello');\n${ruleOf(`report({ at: workflow, message: 'bad' })`)}`,
      [],
      {},
      true,
    );
    expect({ code, own: own.map(({ message }) => message) }).toEqual({ code: 0, own: ['bad'] });
    expect(err).toBe('hello\n');
  });
});

test.each([
  ['', 'it has no default export'],
  ['export default []', 'the array is empty'],
  ['export default 7', 'its rule is a number'],
  ['export default [null, 1]', 'its rule 1 is null'],
  ['export default () => {}', 'its rule is a function, not an object with id, severity …'],
  ['export default {', 'SyntaxError'],
  [
    'export default { rules: [] }',
    'it exports an object with "rules": export default a rule, or an array of rules',
  ],
  [
    `export default { get id() { throw new Error('boo') } }`,
    'its rules cannot be read (Error: boo)',
  ],
  [`import 'left-pad-of-acme'; export default {}`, `Cannot find package 'left-pad-of-acme'`],
  [`throw new Error('no')`, 'it failed when it was loaded (Error: no)'],
  [`throw 'no\\nway'`, 'it failed when it was loaded (no)'],
  [
    `throw Object.assign(new TypeError('Unknown file extension'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' })`,
    'Node cannot run a file of this kind: name a .js or .mjs file',
  ],
  [
    `const rule = ${RULE};\nexport default [rule, rule]`,
    'the plugin "own.mjs" has two rules "acme/some"',
  ],
  [ruleOf('').replace(`'acme/some'`, '7'), 'its rule: id must be a text, not a number'],
  [ruleOf('').replace(`'W.'`, `''`), 'why must be a text, not an empty one'],
  [
    ruleOf('').replace(`'warning'`, `'grave'`),
    'severity cannot be "grave": one of error, warning, info',
  ],
  [ruleOf('', 'since: 1'), 'since must be a text, not a number'],
  [ruleOf('', 'event: []'), 'event must be a function, not an array'],
  [ruleOf('', 'summarize() {}'), 'summarize needs compare'],
  [ruleOf('', 'needs: { events: "all" }'), 'needs must be { workflows, events }, each "partly"'],
  [ruleOf('', 'needs: { users: "any" }'), 'needs must be { workflows, events }, each "partly"'],
  [ruleOf('', 'options: []'), 'options must be an object { defaults, schema }, not an array'],
  [ruleOf('', 'options: { schema: {} }'), 'options must be { defaults, schema }, both objects'],
  [ruleOf('', 'options: { defaults: { max() {} }, schema: {} }'), 'options must be plain data'],
  [
    ruleOf('', 'options: { defaults: { max: 1 }, schema: { max: { type: "number" } } }'),
    'the schema of the option "max" wants to be a JSON Schema with a description',
  ],
  [ruleOf('').replace(`severity: 'warning', `, ''), 'the rule "acme/some": severity is missing'],
  [ruleOf('').replace(`'warning'`, `'warn'`), 'severity cannot be "warn": did you mean "warning"?'],
  [ruleOf('').replace('acme/some', 'Acme Some'), 'id must be lower-case words'],
  [
    ruleOf('').replace('acme/some', 'dangling-edge'),
    'has a rule "dangling-edge", and so has edgewise itself',
  ],
  [ruleOf('').replace('workflow(', 'workflows('), 'it checks nothing'],
  [ruleOf('', 'requires: "allow"'), 'requires must be the name of one of its options'],
  [
    ruleOf('', 'requires: "toString", options: { defaults: {}, schema: {} }'),
    'requires must be the name of one of its options',
  ],
  [
    ruleOf('', 'options: { defaults: { max: 1 }, schema: {} }'),
    'the option "max" needs both a default and a schema',
  ],
  [
    ruleOf(
      '',
      `options: { defaults: { max: 'x' }, schema: { max: { description: 'Most.', type: 'number' } } }`,
    ),
    'defaults that do not fit its own schema, at /max',
  ],
  [
    ruleOf(
      '',
      `options: { defaults: { max: 1 }, schema: { max: { description: 'Most.', type: 'amount' } } }`,
    ),
    'a schema that cannot be used',
  ],
])('%s is refused: %s', async (plugin, message) => {
  // Files with syntax errors run in the built program, since the test runner has its own message for them.
  const { code, err, failures } = await lint(plugin, [], {}, message === 'SyntaxError');
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err.split('\n').length).toBeLessThanOrEqual(3);
  expect(failures).toHaveLength(1);
});

test.each([
  ['.', 'it is a folder: name a file'],
  ['own.json', 'Node cannot run a file of this kind: name a .js or .mjs file'],
  ['own.ts', 'this Node does not run TypeScript, as 22.18 and later do: compile it first'],
])('the plugin %s is refused: %s', async (name, message) => {
  const cwd = folderOf({
    'a.json': CLEAN,
    'own.json': '{',
    // The error of a Node that does not run TypeScript.
    'own.ts': `throw Object.assign(new TypeError('x'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' });`,
  });
  const { code, err } = await run(['a.json', '--plugin', name], { cwd });
  expect(code).toBe(2);
  expect(err).toContain(`the plugin "${name}" cannot be used: ${message}`);
});

test('all fields of a report are in the finding, also those of a rule that compares workflows', async () => {
  const plugin = `export default { ${RULE.slice(1, RULE.indexOf('workflow('))}
    needs: { workflows: 'any', events: 'partly' },
    summarize: ({ workflow, place }) => ({ step: place([workflow.steps[1], 'config', 'subject']), whole: place(workflow) }),
    compare({ summaries }, report) {
      for (const { summary } of summaries) report({
        at: summary.step, message: 'bad', help: 'mend it', consequence: '2 emails', fingerprintKey: { names: 'n', detail: 'd' },
        maxSeverity: 'info', related: [{ at: summary.whole, message: 'here' }],
      });
    },
  };`;
  const { code, own } = await lint(plugin);
  expect(code).toBe(0);
  expect(own).toMatchObject([
    {
      severity: 'info',
      message: 'bad',
      help: 'mend it',
      consequence: '2 emails',
      location: { source: 'a.json', pointer: '/steps/1/config/subject' },
      related: [{ message: 'here', location: { source: 'a.json' } }],
    },
  ]);
});

test('a rule about calls in code reports at a call', async () => {
  const rule = (body: string): string =>
    ruleOf('').replace('workflow({ workflow }, report) {', `call({ call }, report) { ${body}`);
  const check = async (body: string) => {
    const cwd = folderOf({
      'src/a.js': `import { Resend } from 'resend';\nnew Resend('').events.send({ event: 'user.left', email });`,
      'own.mjs': rule(body),
    });
    const off = ['--rule', 'ignored-result=off'];
    const args = ['code', 'src', '--plugin', 'own.mjs', '-f', 'compact', ...off];
    return (await run(args, { cwd })).out;
  };
  expect(await check(`report({ at: [call, 'event'], message: 'sends ' + call.event })`)).toBe(
    'src/a.js:2:37: warning: sends user.left [acme/some]\n',
  );
});

test('a server with a plugin answers, and ends when its input ends', () => {
  const cwd = folderOf({ 'own.mjs': ruleOf('') });
  const call = { name: 'explain_rule', arguments: { rule: 'acme/some' } };
  const client = {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  const input = [
    { id: 1, method: 'initialize', params: client },
    { id: 2, method: 'tools/call', params: call },
  ];
  const lines = input.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join('');
  const { code, out } = runBuilt(['mcp', '--plugin', 'own.mjs'], { cwd, input: lines });
  expect(code).toBe(0);
  expect(out).toContain('"remedy":"R."');
  // As without a plugin, where its client disconnects.
  expect(runBuilt(['lsp', '--plugin', 'own.mjs'], { cwd }).code).toBe(1);
});

describe('configuration of a plugin', () => {
  const plugin = ruleOf(
    `report({ at: workflow, message: 'at most ' + arguments[2].max })`,
    `options: { defaults: { max: 1 }, schema: { max: { description: 'Most.', type: 'number', maximum: 9 } } }`,
  );
  const config = (entry: unknown) => ({
    'edgewise.config.json': JSON.stringify({ rules: { 'acme/some': entry } }),
  });

  test('severity and options come from the configuration', async () => {
    expect((await lint(plugin)).own).toMatchObject([{ severity: 'warning', message: 'at most 1' }]);
    expect((await lint(plugin, [], config(['error', { max: 3 }]))).own).toMatchObject([
      { severity: 'error', message: 'at most 3' },
    ]);
    expect((await lint(plugin, ['--rule', 'acme/some=info'])).own).toMatchObject([
      { severity: 'info' },
    ]);
    expect((await lint(plugin, ['--only', 'acme/some'])).findings).toHaveLength(1);
    expect((await lint(plugin, ['--only', 'dangling-edge'])).findings).toHaveLength(0);
  });

  test.each([
    [['error', { max: 'many' }], 'max'],
    [['error', { max: 10 }], '9'],
    [['error', { least: 1 }], '"acme/some" has no option "least"'],
  ])('%j is refused', async (entry, message) => {
    const { code, err } = await lint(plugin, [], config(entry));
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain('edgewise.config.json:1:');
  });

  test('rules of a plugin that is not loaded are reported, and a configuration cannot name a plugin', async () => {
    const cwd = folderOf({ 'a.json': CLEAN, 'own.mjs': plugin, ...config('error') });
    expect((await run(['a.json'], { cwd })).err).toContain(
      'rule "acme/some" is not loaded and is not checked; name its plugin on the command line: --plugin FILE',
    );
    writeFileSync(join(cwd, 'edgewise.config.json'), '{ "plugin": "own.mjs" }');
    expect(await run(['a.json'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--plugin'),
    });
  });

  test('its rules are listed and explained', async () => {
    const cwd = folderOf({ 'own.mjs': plugin });
    expect((await run(['explain', '--plugin', 'own.mjs'], { cwd })).out).toContain('acme/some');
    const explained = (await run(['explain', 'acme/some', '--plugin', 'own.mjs'], { cwd })).out;
    expect(explained).toContain('R.');
    expect(explained).toContain('Options\n\n- max: Most. Default: 1\n');
    expect(
      (await run(['-', '--plugin', 'own.mjs', '--only', 'acme/some'], { cwd, input: CLEAN })).out,
    ).toContain('at most 1');
    expect((await run(['a.json', '--plugin', 'none.mjs'], { cwd })).err).toContain(
      'the plugin "none.mjs" cannot be used: no such file',
    );
  });
});

test('explain prints what a plugin says about its rule', async () => {
  const rule = (id: string, more: string): string => `{
    id: '${id}', severity: 'warning', preset: 'recommended', category: 'email',
    summary: 'Subjects with an exclamation mark.', why: 'They look like spam.', remedy: 'Use a full stop.',
    ${more} workflow() {} }`;
  const options = `options: { defaults: { max: 3 }, schema: { max: { type: 'number', description: 'How many are fine.' } } },
    limits: 'Other marks.', whenOff: 'For other languages.',`;
  const cwd = folderOf({
    'ours.mjs': `export default [${rule('ours/plain', '')}, ${rule('ours/loud', options)}];`,
  });
  const explain = async (id: string) =>
    (await run(['explain', id, '--plugin', 'ours.mjs'], { cwd })).out;
  const plain = `ours/plain

Subjects with an exclamation mark.

warning · preset recommended

Why it matters

They look like spam.

How to fix it

Use a full stop.
`;
  expect(await explain('ours/plain')).toBe(plain);
  expect(await explain('ours/loud')).toBe(`${plain.replace('plain', 'loud')}
Options

- max: How many are fine. Default: 3

What it leaves out

Other marks.

When to switch it off

For other languages.
`);
});
