// npm run mutation [-- NAME…]: changes the code in one place at a time, and reports changes that no test notices.
// A name is that of a rule, or a path below src/core. Without names: all rules and the folders below.
// First the fixtures of rules are run; then, for what they do not notice in src/core, the unit tests of its folder, unless
// --scenes is given.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

const FOLDERS = [
  'rules',
  'src/core/model',
  'src/core/graph',
  'src/core/conditions',
  'src/core/lint',
];
// Stryker prints "(x as number)++" and the like without the parentheses.
const UNREADABLE = new Set(
  ['conditions/dnf', 'graph/components', 'graph/flow'].map((name) => `src/core/${name}.ts`),
);
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const withUnitTests = !process.argv.includes('--scenes');
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const files = (names.length === 0 ? FOLDERS : names).flatMap(filesOf);
const mutants = await run(files, { testRunner: 'scenes' });
const missed = mutants.filter(isMissed);
const core = missed.filter(({ fileName }) => fileName.startsWith('src/'));
if (withUnitTests && core.length > 0) {
  process.env.MUTATION_TESTS = [
    ...new Set(core.flatMap(({ fileName }) => testsOf(fileName))),
  ].join();
  const noticed = new Set(
    (
      await run([...new Set(core.map(rangeOf))], {
        testRunner: 'vitest',
        vitest: { configFile: '.ci/mutation/vitest.config.ts', related: false },
        incremental: true,
        incrementalFile: 'coverage/mutation.json',
      })
    )
      .filter((mutant) => !isMissed(mutant))
      .map(keyOf),
  );
  for (const mutant of core) if (noticed.has(keyOf(mutant))) mutant.status = 'Killed';
}

for (const mutant of mutants.filter(isMissed)) console.log(keyOf(mutant), mutant.status);
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

async function run(mutate, options) {
  const results = await new Stryker({
    mutate,
    plugins: [
      'scene-runner.js',
      'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js',
    ].map((file) => fileURLToPath(new URL(file, import.meta.url))),
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    // Stryker reads it by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    ignorePatterns: ['/coverage', '/editors', '/playground', '/docs'],
    tempDirName: 'coverage/mutation',
    reporters: ['progress-append-only'],
    logLevel: 'warn',
    ...options,
  }).runMutationTest();
  return results.map((mutant) => ({
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
    .filter((file) => !UNREADABLE.has(file));
}

/** The unit tests of its folder, and those that import it. */
function testsOf(fileName) {
  const folder = `test/${fileName.split('/')[2]}/`;
  return readdirSync('test', { recursive: true })
    .map((file) => `test/${file}`)
    .filter((file) => /^test\/(?:\w+\/)?[\w-]+\.test\.ts$/.test(file))
    .filter(
      (file) => file.startsWith(folder) || readFileSync(file, 'utf8').includes(`/${fileName}'`),
    );
}

function isMissed({ status }) {
  return status === 'Survived' || status === 'NoCoverage';
}

function rangeOf({ fileName, location: { start, end } }) {
  return `${fileName}:${start.line}-${end.line}`;
}

function keyOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const place = `${fileName}:${start.line}:${start.column}-${end.line}:${end.column}`;
  return `${place} ${mutatorName} ${replacement.replace(/\s+/g, ' ')}`;
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
