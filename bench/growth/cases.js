// What is measured: a command on an input of size n. `before` are command lines that prepare the folder.
import * as make from './inputs.js';
import { bounded, GRAPHS, inOne, WORKSPACES } from './lint-cases.js';

const { delay, doubles, edge, email, fixable, lines, list, one, step, times } = make;
const { wait, workflow } = make;

export const FORMATS = [
  ...['text', 'compact', 'json', 'sarif', 'github', 'gitlab'],
  ...['junit', 'markdown', 'html', 'agent'],
];
const command = (size, files, args, more = {}) => ({ size, files, args, ...more });
const config = (value) => ({ 'edgewise.config.json': JSON.stringify(value) });
const findings = (n) => one(list([...doubles(n), ...fixable(n)]));
const REPORTS = Object.fromEntries([
  ...FORMATS.map((format) => [
    `report: ${format}`,
    command(500, findings, ['--preset', 'strict', '-f', `${format}=report`, '.']),
  ]),
]);

const TYPESCRIPT = `import { Resend } from 'resend';\nconst resend = new Resend('re_x');\n`;
const calls = (n) =>
  times(n, (i) => `resend.events.send({ event: 'e${i}', email: 'a@b.io' });`).join('\n');
const renamed = (n) =>
  workflow(
    0,
    times(n, (i) => ({ ...email(i), key: `x${i}` })),
  );
const two = (a, b) => ({ 'a.json': JSON.stringify(a), 'b.json': JSON.stringify(b) });
const SIMULATE = ['simulate', 'e0', '.', '-f'];

const COMMANDS = {
  'fixes in one list': command(500, (n) => one(list(fixable(n))), ['.', '--fix', '-f', 'json']),
  'fixes in lines': command(500, (n) => lines(fixable(n)), ['.', '--fix', '-f', 'json']),
  'fixes in one workflow': command(
    250,
    (n) =>
      inOne(
        times(n, email),
        times(n - 1, (i) => edge(`m${i}`, `m${i + 1} `)),
      ),
    ['.', '--fix-unsafe', '-f', 'json'],
  ),
  'fixes as a difference': command(500, (n) => one(list(fixable(n)), 2), [
    '.',
    '--fix',
    '--dry-run',
  ]),
  'baseline: written': command(500, findings, ['.', '--baseline', 'b', '--update-baseline']),
  'baseline: read': command(500, findings, ['.', '--baseline', 'b', '-f', 'json'], {
    before: [['.', '--baseline', 'b', '--update-baseline']],
  }),
  'suppressions of each finding': command(
    250,
    (n) => ({
      ...one(fixable(n)),
      ...config({
        suppressions: times(n, (i) => ({ rule: 'dangling-edge', workflow: `w${i}`, reason: 'r' })),
      }),
    }),
    ['.', '-f', 'json'],
  ),
  'suppressions of nothing': command(
    250,
    (n) => ({
      ...one(fixable(n)),
      ...config({
        suppressions: times(n, (i) => ({ rule: 'dangling-edge', step: `m${i}`, reason: 'r' })),
      }),
    }),
    ['.', '-f', 'json'],
  ),
  'workflows with 500 overrides': command(
    250,
    (n) => ({
      ...one(fixable(n)),
      ...config({
        overrides: times(500, (i) => ({ workflows: [`Workflow ${i}`], rules: { cycle: 'off' } })),
      }),
    }),
    ['.', '-f', 'json'],
  ),
  'files with 500 ignored patterns': command(
    60,
    (n) => ({
      ...make.files(fixable(n)),
      ...config({ ignore: times(500, (i) => `**/x${i}*/*.json`) }),
    }),
    ['.', '-f', 'json'],
  ),
  merge: command(500, findings, ['merge', 'a.blob', '-f', 'json'], {
    before: [['.', '--shard', '1/1', '-f', 'blob=a.blob']],
  }),
  'simulate: random graph': bounded(
    command(250, (n) => one(make.randomWorkflow(n)), [...SIMULATE, 'json']),
  ),
  'simulate: random graph without cycles': bounded(
    command(250, (n) => one(make.randomWorkflow(n, true)), [...SIMULATE, 'json']),
  ),
  'simulate: many workflows': command(
    125,
    (n) => lines(times(n, (i) => workflow(i, [delay(i), email(i)], { event: 'e0' }))),
    [...SIMULATE, 'json'],
  ),
  'simulate: waits for each other': command(
    125,
    (n) =>
      lines([
        workflow(
          n,
          times(n, (i) => wait(`w${i}`, `e${i}`)),
          { event: 'e' },
        ),
        ...make.chain(n),
      ]),
    ['simulate', 'e', '.', '-f', 'json'],
  ),
  'simulate: deletions': command(
    125,
    (n) =>
      lines(
        times(n, (i) =>
          workflow(i, [email(i), delay(i), step('x', 'contact_delete', {})], { event: 'e0' }),
        ),
      ),
    [...SIMULATE, 'json'],
  ),
  'simulate: a ladder': bounded(command(60, (n) => one(make.ladder(n)), [...SIMULATE, 'json'])),
  ...Object.fromEntries(
    ['text', 'svg'].map((format) => [
      `simulate: ${format}`,
      command(250, (n) => inOne(times(n, (i) => [delay(i), email(i)]).flat()), [
        ...SIMULATE,
        format,
      ]),
    ]),
  ),
  'simulate: tests': command(
    60,
    (n) => ({
      ...lines(times(60, (i) => workflow(i, [email(i)]))),
      'a.sim.json': JSON.stringify(
        times(n, (i) => ({ name: `t${i}`, event: `e${i % 60}`, sends: [{ at: 'at once' }] })),
      ),
    }),
    ['simulate', '--test', '.'],
  ),
  'graph: loops in svg': command(125, (n) => one(make.loops(n)), ['graph', '.', '-f', 'svg']),
  'graph: random in svg': command(60, (n) => one(make.randomWorkflow(n)), [
    'graph',
    '.',
    '-f',
    'svg',
  ]),
  'graph: a join in svg': command(125, (n) => one(make.join(n)), ['graph', '.', '-f', 'svg']),
  ...Object.fromEntries(
    ['mermaid', 'svg'].flatMap((format) => [
      [
        `graph: a chain in ${format}`,
        command(125, (n) => inOne(times(n, email)), ['graph', '.', '-f', format]),
      ],
      [
        `graph: of events in ${format}`,
        command(125, (n) => lines(make.chain(n)), ['graph', '.', '--events', '-f', format]),
      ],
    ]),
  ),
  'graph: a folder of pictures': command(125, (n) => one(doubles(n)), ['graph', '.', '-o', 'out']),
  'diff: renamed steps': command(250, (n) => two(workflow(0, times(n, email)), renamed(n)), [
    'diff',
    'a.json',
    'b.json',
    '-f',
    'json',
  ]),
  'diff: without ids': command(
    125,
    (n) => {
      const nameless = (prefix) =>
        times(n, (i) => {
          const { id: _, ...rest } = workflow(i, [email(i)], { name: `${prefix} ${i}` });
          return rest;
        });
      return two(nameless('Old'), nameless('New'));
    },
    ['diff', 'a.json', 'b.json', '-f', 'json'],
  ),
  'diff: of all': command(250, (n) => two(doubles(n), fixable(n)), [
    'diff',
    'a.json',
    'b.json',
    '-f',
    'json',
  ]),
  'diff: as text': command(250, (n) => two(make.bundle(n), []), ['diff', 'a.json', 'b.json']),
  types: command(500, (n) => one(make.bundle(n)), ['types', '.']),
  'types: of one event': command(500, (n) => one(make.properties(n)), ['types', '.']),
  'code: calls': command(125, (n) => ({ 'a.ts': TYPESCRIPT + calls(n) }), [
    'code',
    '.',
    '-f',
    'json',
  ]),
  'code: files': command(
    60,
    (n) => Object.fromEntries(times(n, (i) => [`${i}.ts`, TYPESCRIPT + calls(2)])),
    ['code', '.', '-f', 'json'],
  ),
  'code: chain of modules': command(
    60,
    (n) => ({
      ...Object.fromEntries(
        times(n, (i) => [`m${i}.ts`, `export { NAME } from './m${i + 1}.ts';\n`]),
      ),
      [`m${n}.ts`]: `export const NAME = 'e0';\n`,
      'a.ts': `${TYPESCRIPT}import { NAME } from './m0.ts';\nresend.events.send({ event: NAME });`,
    }),
    ['code', '.', '-f', 'json'],
  ),
  'code: one wrapper': command(
    125,
    (n) => ({
      'a.ts': `${TYPESCRIPT}const f = (event) => resend.events.send({ event });\n${times(n, (i) => `f('e${i}');`).join('\n')}`,
    }),
    ['code', '.', '-f', 'json'],
  ),
  ...Object.fromEntries(
    Object.entries({ 'an object': 'const E = ', 'an enum': 'enum E ' }).map(([name, start]) => [
      `code: values of ${name}`,
      command(
        125,
        (n) => {
          const fields = times(n, (i) => `k${i} ${start.endsWith('= ') ? ':' : '='} 'e${i}'`);
          const uses = times(n, (i) => `resend.events.send({ event: E.k${i} });`);
          return { 'a.ts': `${TYPESCRIPT}${start}{ ${fields} }\n${uses.join('\n')}` };
        },
        ['code', '.', '-f', 'json'],
      ),
    ]),
  ),
  'code: calls with one of many events': command(
    400,
    (n) => ({
      'a.ts': `${TYPESCRIPT}type Kind = ${times(n, (i) => `'e${i}'`).join(' | ')};\nexport function f(kind: Kind) {\n${times(
        n,
        (i) => `resend.events.send({ event: \`${i}.\${kind}\`, email: 'a@juniper.io' });`,
      ).join('\n')}\n}\n`,
    }),
    ['code', '.', '-f', 'json'],
  ),
  'code: comments that disable a rule': command(
    125,
    (n) => ({
      'a.ts':
        TYPESCRIPT +
        times(
          n,
          (i) =>
            `// edgewise-disable-next-line ignored-result tried later\nresend.events.send({ event: 'e${i}', email: 'a@juniper.io' });`,
        ).join('\n'),
    }),
    ['code', '.', '-f', 'json'],
  ),
  record: command(
    60,
    (n) => ({
      'create.mjs': `for (let i = 0; i < ${n}; i++) await fetch(process.env.RESEND_BASE_URL + '/automations', {
        method: 'POST', headers: { authorization: 'Bearer re_x', 'content-type': 'application/json' },
        body: JSON.stringify({ ...${JSON.stringify(workflow(0, [email(0)]))}, name: 'W' + i }) });`,
    }),
    ['record', '-f', 'json', '-o', 'out', '--', process.execPath, 'create.mjs'],
  ),
};

/** Rules, formats and commands: name → case. */
export const CASES = { ...WORKSPACES, ...GRAPHS, ...REPORTS, ...COMMANDS };
