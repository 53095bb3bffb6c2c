import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { build } from 'esbuild';

// Runs the fixtures of rules in this process: a mutant takes milliseconds, and half a second in Vitest.

class SceneRunner {
  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    const outfile = `${process.cwd()}/test/scenes-${process.pid}.mjs`;
    await build({
      absWorkingDir: process.cwd(),
      entryPoints: ['test/scenes.ts'],
      bundle: true,
      format: 'esm',
      platform: 'node',
      loader: { '.txt': 'text' },
      packages: 'external',
      outfile,
    });
    const { passes, scenes } = await import(outfile);
    this.passes = passes;
    this.scenes = new Map(scenes.map((scene) => [`${scene.rule} ${scene.file}`, scene]));
    this.state = globalThis.__stryker__ ??= {};
  }

  async dryRun() {
    const tests = [...this.scenes.keys()].map((id) => {
      this.state.currentTestId = id;
      return this.test(id);
    });
    this.state.currentTestId = undefined;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.state.mutantCoverage };
  }

  async mutantRun({ activeMutant, hitLimit, testFilter }) {
    Object.assign(this.state, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const tests = [];
    for (const id of testFilter ?? this.scenes.keys()) {
      tests.push(this.test(id));
      if (tests.at(-1).status === TestStatus.Failed) break;
    }
    const { hitCount } = this.state;
    Object.assign(this.state, { activeMutant: undefined, hitLimit: undefined });
    return toMutantRunResult(
      determineHitLimitReached(hitCount, hitLimit) ?? { status: DryRunStatus.Complete, tests },
    );
  }

  test(id) {
    const start = performance.now();
    let failureMessage = 'other findings';
    let passed = false;
    try {
      passed = this.passes(this.scenes.get(id));
    } catch (error) {
      failureMessage = String(error);
    }
    const result = { id, name: id, timeSpentMs: performance.now() - start };
    return passed
      ? { ...result, status: TestStatus.Success }
      : { ...result, status: TestStatus.Failed, failureMessage };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'scenes', SceneRunner)];
