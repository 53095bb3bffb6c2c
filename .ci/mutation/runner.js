import childProcess from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { build } from 'esbuild';
import fc from 'fast-check';

// Runs the fixtures of rules and unit tests in this process: a mutant takes milliseconds, and a second in Vitest.
// Prints each change that no test notices at once.

/** Microseconds for one change. Scenes and tests that would exceed them are not run. */
const [MAX_SCENES, MAX_TESTS] = [2_000_000, 20_000_000];
/** Milliseconds after which a test waits for what never comes. */
const ENDLESS = 30_000;
/** Milliseconds of the tests in the first run. */
const TIMES = 'test/mutated-times.json';
/** Of Stryker, all tests that run only for what no other test notices are one test, which can notice each change. */
const OTHERS = 'other tests';

let startsProgram = false;

const every = Number(process.env.EVERY ?? 1);

export const isInSample = ({ id }) => Number(id) % every === 0;

class InProcessRunner {
  /** What runs when a module is loaded is not changed. "Not able to" would start a process for each change that it reaches. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    refusePrograms();
    const { passes, scenes, tests, changes } = await load();
    // A test that fails needs no smaller example.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
    const ofScenes = scenes.map((scene) => ({
      id: `${scene.rule} ${scene.file}`,
      run() {
        if (!passes(scene)) throw new Error('other findings');
      },
    }));
    this.tests = new Map([...tests, ...ofScenes].map(({ id, run }) => [id, run]));
    this.isScene = new Set(ofScenes.map(({ id }) => id));
    const files = filesIn('MUTATION_OTHERS');
    this.others = [...this.tests.keys()].filter((id) => files.some((file) => id.startsWith(file)));
    this.changes = changes;
    this.kills = new Map();
    this.times = new Map(
      existsSync(TIMES) ? Object.entries(JSON.parse(readFileSync(TIMES, 'utf8'))) : [],
    );
    this.state = globalThis.__stryker__ ??= {};
    for (const event of ['unhandledRejection', 'uncaughtException'])
      process.on(event, (error) => this.reject?.(error));
  }

  async dryRun() {
    const tests = [];
    for (const id of this.tests.keys()) {
      if (this.others.includes(id)) continue;
      this.state.currentTestId = id;
      startsProgram = false;
      const result = await this.test(id);
      if (result.status === TestStatus.Success && !startsProgram) tests.push(result);
    }
    this.state.currentTestId = undefined;
    writeFileSync(TIMES, JSON.stringify(Object.fromEntries(this.times)));
    const { mutantCoverage } = this.state;
    if (this.others.length > 0) {
      const later = this.changes.filter((id) => !(id in mutantCoverage.static));
      mutantCoverage.perTest[OTHERS] = Object.fromEntries(later.map((id) => [id, 1]));
      tests.push({ id: OTHERS, name: OTHERS, timeSpentMs: 0, status: TestStatus.Success });
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, hitLimit, testFilter }) {
    if (!isInSample(activeMutant))
      return { status: MutantRunStatus.Error, errorMessage: 'not in the sample' };
    // Of all tests together, a hundredth was enough: a test that needs far more is in an endless loop.
    const limit = hitLimit && Math.max(1_000_000, hitLimit / 50);
    Object.assign(this.state, { activeMutant: activeMutant.id, hitLimit: limit });
    const tests = [];
    const start = process.cpuUsage();
    const first = testFilter.filter((id) => id !== OTHERS);
    const { fileName } = activeMutant;
    for (const id of [...this.inOrder(first, fileName), ...this.inOrder(this.others, fileName)]) {
      const { user } = process.cpuUsage(start);
      const expected = user + 1000 * (this.times.get(id) ?? 0);
      if (expected > (this.isScene.has(id) ? MAX_SCENES : MAX_TESTS)) continue;
      this.state.hitCount = 0;
      const result = await this.test(id);
      const isNoticed = result.status !== TestStatus.Success && (await this.passesUnchanged(id));
      if (isNoticed || result.status === TestStatus.Success) tests.push(result);
      if (!isNoticed) continue;
      this.kills.set(id, (this.kills.get(id) ?? 0) + 1);
      break;
    }
    const { hitCount } = this.state;
    Object.assign(this.state, { activeMutant: undefined, hitLimit: undefined });
    return toMutantRunResult(
      determineHitLimitReached(hitCount, limit) ?? { status: DryRunStatus.Complete, tests },
    );
  }

  /** A test that fails without the change, too, does not notice it. */
  async passesUnchanged(id) {
    const { activeMutant, hitLimit } = this.state;
    Object.assign(this.state, { activeMutant: undefined, hitLimit: undefined });
    const { status } = await this.test(id);
    Object.assign(this.state, { activeMutant, hitLimit });
    return status === TestStatus.Success;
  }

  /**
   * The tests and scenes of the changed file first, then those of its folder, and of these what noticed most changes for its time:
   * it probably notices the next one, and leaves time for others.
   */
  inOrder(ids, fileName) {
    const [name, folder] = [basename(fileName, '.ts'), basename(dirname(fileName))];
    const nearness = (id) =>
      id.startsWith(`${name} `) || id.includes(`/${name}.test.ts >`)
        ? 2
        : Number(['/', '.', '-'].some((next) => id.startsWith(`test/${folder}${next}`)));
    const rank = (id) => (1 + 10 * (this.kills.get(id) ?? 0)) / (0.01 + (this.times.get(id) ?? 0));
    return ids.toSorted((a, b) => nearness(b) - nearness(a) || rank(b) - rank(a));
  }

  async test(id) {
    const start = process.cpuUsage();
    let failureMessage;
    let timer;
    const endless = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('no end')), ENDLESS);
      this.reject = reject;
    });
    try {
      await Promise.race([this.tests.get(id)(), endless]);
    } catch (error) {
      failureMessage = String(error);
    }
    clearTimeout(timer);
    const timeSpentMs = process.cpuUsage(start).user / 1000;
    if (failureMessage === undefined) this.times.set(id, timeSpentMs);
    const result = { id, name: id, timeSpentMs };
    return failureMessage === undefined
      ? { ...result, status: TestStatus.Success }
      : { ...result, status: TestStatus.Failed, failureMessage };
  }
}

class MissedReporter {
  onMutantTested(mutant) {
    const { fileName, mutatorName, replacement, status } = mutant;
    if (!isInSample(mutant) || (status !== 'Survived' && status !== 'NoCoverage')) return;
    const { start, end } = mutant.location;
    const place = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}-${end.line}:${end.column}`;
    console.log(place, mutatorName, replacement.replace(/\s+/g, ' '), status);
  }
}

/** Programs that tests start do not have the change. */
function refusePrograms() {
  for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']) {
    const start = childProcess[name];
    childProcess[name] = (program, ...rest) => {
      startsProgram ||= program === process.execPath;
      if (program === process.execPath) throw new Error('starts a program');
      return start(program, ...rest);
    };
  }
  syncBuiltinESMExports();
}

const filesIn = (variable) => (process.env[variable] ?? '').split(',').filter(Boolean);

/** The scenes, the unit tests that the variable names, and the numbers of all changes. */
async function load() {
  const files = filesIn('MUTATION_TESTS');
  const outdir = `${process.cwd()}/test/mutated-${process.pid}`;
  await bundle(['test/setup.ts', 'test/scenes.ts', ...files], outdir);
  await import(`${outdir}/setup.mjs`);
  const { passes, scenes } = await import(`${outdir}/scenes.mjs`);
  for (const file of files) await import(`${outdir}/${nameOf(file)}.mjs`);
  const { tests } = await import(`${outdir}/vitest.mjs`);
  const built = readdirSync(outdir).filter((name) => name.endsWith('.mjs'));
  const texts = built.map((name) => readFileSync(`${outdir}/${name}`, 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(/stryMutAct_\w+\("(\d+)"\)/g)]);
  return { passes, scenes, tests, changes: [...new Set(found.map(([, id]) => id))] };
}

const nameOf = (file) => file.slice('test/'.length, -'.ts'.length);

async function bundle(files, outdir) {
  const shim = new URL('vitest.js', import.meta.url).pathname;
  await build({
    entryPoints: Object.fromEntries([
      ['vitest', shim],
      ...files.map((file) => [nameOf(file), file]),
    ]),
    splitting: true,
    outExtension: { '.js': '.mjs' },
    outdir,
    // The working directory is another one when esbuild is loaded.
    absWorkingDir: process.cwd(),
    bundle: true,
    // Tests have side effects, which package.json denies.
    ignoreAnnotations: true,
    format: 'esm',
    platform: 'node',
    loader: { '.txt': 'text' },
    plugins: [
      {
        name: 'tests',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^vitest$/ }, () => ({ path: shim }));
          onResolve({ filter: /^vitest-itself$/ }, () => ({ path: 'vitest', external: true }));
          onResolve({ filter: /^[^./]/ }, ({ path }) => ({ path, external: true }));
          // A result that was cached before a change would hide it.
          onLoad({ filter: /\/model\/text\.ts$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8');
            return { contents: text.replace('cache.set(', 'void ('), loader: 'ts' };
          });
          onLoad({ filter: /\/test\/.*\.ts$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8');
            const placed = text.replaceAll(
              ', import.meta.url',
              `, ${JSON.stringify(pathToFileURL(path))}`,
            );
            const head = `import { inFile as __in } from 'vitest'; __in(${JSON.stringify(path)});`;
            return { contents: head + placed, loader: 'ts' };
          });
        },
      },
    ],
  });
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
  declareClassPlugin(PluginKind.Reporter, 'missed', MissedReporter),
];
