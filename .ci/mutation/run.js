// npm run mutation [-- NAME…]: changes the code in one place at a time, and reports changes that no test notices.
// A name is that of a rule, or a path below src. Without names: all rules and src/core.
// With EVERY=10 in the environment: every tenth change, a sample.
// The tests are the fixtures of rules, and the unit tests of the folder.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { isInSample } from './runner.js';

/** The folders of src/core, and further tests than those in test/<folder>. */
const CORE = {
  'src/core/conditions': ['graph'],
  'src/core/config': ['generated.test.ts'],
  'src/core/document': ['generated.test.ts', 'across-files.test.ts', 'picture'],
  'src/core/drawing': ['picture', 'generated.test.ts'],
  'src/core/graph': [],
  'src/core/lint': ['across-files.test.ts', 'root-causes.test.ts'],
  'src/core/model': [],
  'src/core/report': ['simulate', 'picture', 'generated.test.ts'],
  'src/core/resources': ['lint/resources.test.ts'],
  'src/core/steps': ['steps.test.ts', 'simulate', 'picture'],
};
/** The same for other folders. */
const OTHERS = {
  'src/features/code': ['code.test.ts', 'cli/code.test.ts', 'cli/code-inputs.test.ts'],
  'src/features/diff': ['cli/diff.test.ts'],
  'src/load': ['config', 'cli/files.test.ts', 'cli/input.test.ts', 'cli/changed-since.test.ts'],
  'src/load/config': ['cli/config.test.ts', 'cli/configured.test.ts'],
  'src/run': [
    ...['check', 'fix', 'cli/fix.test.ts', 'cli/limits.test.ts', 'cli/status.test.ts'],
    ...['cli/silence.test.ts', 'cli/silenced.test.ts', 'cli/configured.test.ts'],
    ...['cli/usage.test.ts', 'cli/shards.test.ts', 'cli/stats.test.ts', 'cli/input.test.ts'],
    ...['cli/foreign.test.ts', 'cli/actions.test.ts', 'cli/writing.test.ts'],
  ],
};
/** It runs when the program is built. */
const BUILT_IN = 'src/core/document/shapes.ts';
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const names = process.argv.slice(2);
const files = (names.length === 0 ? ['rules', ...Object.keys(CORE)] : names).flatMap(filesOf);
process.env.MUTATION_TESTS = [...new Set(files.flatMap(testsOf))].join();
const mutants = await mutate();

console.log(
  '\n| file | score | noticed | not noticed | not run by a test |\n|---|--:|--:|--:|--:|',
);
for (const name of [...new Set(mutants.map(({ fileName }) => fileName))].sort())
  console.log(row(name, (fileName) => fileName === name));
console.log(
  '\n| folder | score | noticed | not noticed | not run by a test |\n|---|--:|--:|--:|--:|',
);
for (const name of [...new Set(files.map(dirname))].sort())
  console.log(row(name, (fileName) => dirname(fileName) === name));

async function mutate() {
  const results = await new Stryker({
    mutate: files,
    plugins: [fileURLToPath(new URL('runner.js', import.meta.url))],
    testRunner: 'in-process',
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    // The runner limits processor time. This is for endless loops, and must not end what is slow on a busy machine.
    timeoutMS: 60_000,
    // Stryker reads it by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    ignorePatterns: ['/coverage', '/editors', '/playground'],
    tempDirName: 'coverage/mutation',
    reporters: ['progress-append-only', 'missed'],
    logLevel: 'warn',
  }).runMutationTest();
  return results.filter(isInSample).map((mutant) => ({
    ...mutant,
    fileName: mutant.fileName.slice(process.cwd().length + 1),
  }));
}

function filesOf(name) {
  if (existsSync(`rules/${name}.ts`)) return [`rules/${name}.ts`];
  if (!statSync(name).isDirectory()) return [name];
  return readdirSync(name)
    .filter((file) => /^(?!index).*(?<!\.generated)\.ts$/.test(file))
    .map((file) => `${name}/${file}`)
    .filter((file) => file !== BUILT_IN);
}

function testsOf(fileName) {
  const folder = dirname(fileName);
  const further = { ...CORE, ...OTHERS }[folder];
  const homes = further === undefined ? [] : [basename(folder), ...further];
  return homes.flatMap((home) => {
    if (home.endsWith('.ts')) return [`test/${home}`];
    if (!existsSync(`test/${home}`)) return [];
    const own = readdirSync(`test/${home}`).filter((name) => name.endsWith('.test.ts'));
    return own.map((name) => `test/${home}/${name}`);
  });
}

function row(name, isIn) {
  const own = mutants.filter(({ fileName }) => isIn(fileName));
  const countOf = (...wanted) => own.filter(({ status }) => wanted.includes(status)).length;
  const killed = countOf('Killed', 'Timeout');
  const survived = countOf('Survived');
  const unrun = countOf('NoCoverage');
  const score = ((100 * killed) / (killed + survived + unrun)).toFixed(1);
  return `| ${name} | ${score} | ${killed} | ${survived} | ${unrun} |`;
}
