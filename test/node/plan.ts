import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_CONFIG } from '../../src/core/config/load-config.ts';
import { splitLines } from '../../src/core/document/json-lines.ts';
import { decodeText } from '../../src/core/document/text.ts';
import { NOTHING_ACCEPTED } from '../../src/core/lint/accept.ts';
import { type LintResult, lint } from '../../src/core/lint/lint.ts';
import { DEFAULT_CHOICE } from '../../src/core/lint/settings.ts';
import type { Plan } from '../../src/node/plan.ts';
import type { Reading } from '../../src/node/read.ts';
import { ruleSet } from '../cases.ts';

/** Goes to a new folder with these files, until the end of the test. */
export function enterFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'edgewise-')));
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  for (const [name, text] of Object.entries(files)) writeFileSync(name, text);
  return folder;
}

export const contentOf = (name: string): string => readFileSync(name, 'utf8');

/** Of named files, with some rules only. */
export function planOf(only: readonly string[], more: Partial<Plan> = {}): Plan {
  const inputs: Plan['inputs'] = {
    ...{ paths: ['.'], from: 'arguments', ignores: () => undefined, events: [], workflows: [] },
    ...{ takesEvents: true, stdinName: '-', allowsEmpty: false },
  };
  return {
    ...{ started: Date.now(), inputs, rules: ruleSet, acceptance: NOTHING_ACCEPTED },
    ...{ threshold: {}, targets: [{ format: 'text' }], config: NO_CONFIG, own: [] },
    choice: { ...DEFAULT_CHOICE, only: new Set(only) },
    view: { quiet: false, showAccepted: false, maxFindings: 50, color: false },
    ...more,
  };
}

export function read(...names: readonly string[]): Reading {
  const inputs = names.flatMap((name) => {
    const text = contentOf(name).replace(/^\ufeff/, '');
    const input = { name, text, isNamed: true };
    return name.endsWith('.jsonl') ? splitLines(input) : [input];
  });
  return { inputs, failures: [], skipped: [], ignored: [] };
}

export const check = ({ inputs, ...more }: Reading, plan: Plan): LintResult =>
  lint(inputs.map(decodeText), plan.rules, { ...plan, ...more });
