import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NOTHING_ACCEPTED } from '../../src/core/lint/accept.ts';
import type { LintResult } from '../../src/core/lint/lint.ts';
import { DEFAULT_CHOICE } from '../../src/core/lint/settings.ts';
import { defineRule } from '../../src/core/rule.ts';
import { check } from '../../src/node/check.ts';
import type { InputPlan } from '../../src/node/plan.ts';
import { type Reading, read } from '../../src/node/read.ts';
import { ruleSet } from '../cases.ts';
import { parseNotation } from '../notation.ts';

export const CLEAN = JSON.stringify(
  parseNotation(
    'workflow Welcome\nstart: trigger user.created\nmail: send_email tpl\nstart -> mail',
  ),
);
export const EVENTS = '[{"object":"event","name":"user.created","schema":null}]';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A new folder with files, which is the working directory until the end of the test. */
export function inFolder(files: Files): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'edgewise-'));
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  put(files);
  return folder;
}

export function put(files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, content);
  }
}

const inputsOf = (inputs: Partial<InputPlan> = {}): InputPlan => ({
  ...{ paths: ['.'], from: 'arguments', ignores: () => undefined, events: [], workflows: [] },
  ...{ takesEvents: true, stdinName: '-', allowsEmpty: false },
  ...inputs,
});

export const readAll = (
  inputs: Partial<InputPlan> = {},
  stdin?: AsyncIterable<Uint8Array>,
): Promise<Reading> => read({ inputs: inputsOf(inputs) }, stdin);

/** What it cannot ask is not complete. */
const probe = defineRule({
  ...{ id: 'probe', severity: 'info', preset: 'recommended', stage: 'readable' },
  ...{ summary: '', why: '', remedy: '' },
  workspace: ({ workspace }) => {
    for (const name of ['workflows', 'events'] as const) workspace.ask(name, 'all');
  },
});

/** How complete a collection is. */
export const completenessOf = ({ notChecked }: LintResult, name: string): unknown =>
  notChecked.flatMap(({ rules, reason }) => {
    const noun = name === 'events' ? 'event definitions' : name;
    if (!rules.includes('probe') || !reason.includes(noun)) return [];
    return reason.startsWith('no ') ? 'absent' : 'partial';
  })[0] ?? 'complete';

/** With all rules of the default preset. */
export async function checkAll(inputs: Partial<InputPlan> = {}): Promise<LintResult> {
  const rules = { ...ruleSet, rules: [...ruleSet.rules, probe] };
  const plan = { choice: DEFAULT_CHOICE, acceptance: NOTHING_ACCEPTED, rules };
  return check(await readAll(inputs), { inputs: inputsOf(inputs), ...plan });
}

/** `source: message (exit)`, in order. */
export const failuresIn = ({ failures }: Pick<Reading, 'failures'>): readonly string[] =>
  failures.map(({ source, message, exit }) => `${source}: ${message} (${exit})`);
