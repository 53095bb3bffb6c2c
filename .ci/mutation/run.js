// npm run mutation [-- NAME…]: changes the code in one place at a time, and reports changes that no test notices.
// A name is that of a rule, or a path below src. Without names: all rules and src/core.
// With EVERY=10 in the environment: every tenth change, a sample.
// The tests are the fixtures of rules, the unit tests that import a module of the folder, and command lines outside of src/core.
// Outside of rules and src/core, tests that neither name the folder nor import from it run only for what the others miss.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import '../../build-if-stale.js';
import glob from 'fast-glob';
import { isInSample } from './runner.js';

/** It runs when the program is built. */
const BUILT_IN = 'src/core/document/shapes.ts';
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const names = process.argv.slice(2);
const core = readdirSync('src/core').map((name) => `src/core/${name}`);
const files = (names.length === 0 ? ['rules', ...core] : names).flatMap(filesOf);
const folders = new Set(files.map(dirname));
const isOuter = [...folders].some((folder) => !/^(?:rules|src\/core)(?:\/|$)/.test(folder));
const tests = testsOf();
process.env.MUTATION_TESTS = tests.join();
process.env.MUTATION_OTHERS = tests.filter((path) => isOuter && !isNear(path)).join();
const mutants = await mutate();

console.log(
  '\n| file | score | noticed | not noticed | not run by a test |\n|---|--:|--:|--:|--:|',
);
for (const name of [...new Set(mutants.map(({ fileName }) => fileName))].sort())
  console.log(row(name, (fileName) => fileName === name));
console.log(
  '\n| folder | score | noticed | not noticed | not run by a test |\n|---|--:|--:|--:|--:|',
);
for (const name of [...folders].sort())
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
    timeoutMS: 180_000,
    dryRunTimeoutMinutes: 30,
    // Stryker reads it by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    ignorePatterns: ['/coverage', '/editors'],
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

/**
 * Of the tests that run code in their own process, and do not take long. Command lines run nearly all modules: of src/core and
 * rules, smaller tests show more.
 */
function testsOf() {
  const slow = ['rest.ts', 'coverage.config.ts'].flatMap((name) =>
    [...readFileSync(`test/${name}`, 'utf8').matchAll(/'(test\/[^']+)'/g)].map(([, path]) => path),
  );
  return glob
    .sync('test/**/*.test.ts', { ignore: ['test/**/hostile.test.ts', ...slow] })
    .filter((path) => {
      const imported = importedBy(path);
      if (imported.has('src/cli/main.ts')) return isOuter;
      return [...imported].some((each) => folders.has(dirname(each)));
    });
}

function isNear(path) {
  const names = [...folders].map((folder) => basename(folder));
  return (
    path.split(/[/.-]/).some((word) => names.includes(word)) ||
    importsOf(path).some((each) => folders.has(dirname(each)))
  );
}

/** What a test imports, also by way of other files of tests. */
function importedBy(path, found = new Set()) {
  for (const imported of importsOf(path)) {
    if (found.has(imported) || !existsSync(imported)) continue;
    found.add(imported);
    if (imported.startsWith('test/')) importedBy(imported, found);
  }
  return found;
}

function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(/(?:from|import) '(\..+\.ts)'/g);
  return Array.from(found, ([, name]) => join(dirname(path), name));
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
