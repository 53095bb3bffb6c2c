import { rules } from '../rules/index.ts';
import { lintTexts, printFinding } from './lint-text.ts';
import { filesOf, optionsOf, scenesOf } from './pages.ts';

// The fixtures of rules, as tests.

const home = new URL('rules/', import.meta.url);

export interface Scene {
  readonly rule: string;
  readonly file: string;
  readonly isBad: boolean;
}

export const scenes: readonly Scene[] = rules.flatMap(({ id }) =>
  (['bad', 'ok'] as const).flatMap((kind) =>
    scenesOf(id, kind).map((file) => ({ rule: id, file, isBad: kind === 'bad' })),
  ),
);

interface Checked {
  /** As in `<scene>.bad.txt`; empty for a good scene. */
  readonly printed: string;
  readonly crashed: boolean;
}

export function checkScene(scene: Scene): Checked {
  const { findings, notChecked, crashed } = lintAs(scene, new Set([scene.rule]));
  const own = findings.filter(({ rule }) => rule === scene.rule);
  const besideOthers = own.length === 0 ? [] : lintAs(scene, ALL).findings;
  const reported = new Set(besideOthers.map(({ fingerprint }) => fingerprint));
  const printed = own.map(
    (finding) => printFinding(finding) + (reported.has(finding.fingerprint) ? '' : LEFT),
  );
  const undecided = notChecked
    .map(({ reason }) => reason)
    .filter((reason) => reason.startsWith('not decided: '));
  return { printed: [...printed, ...undecided].map((text) => `${text}\n`).join(''), crashed };
}

/** Another rule explains the finding, which is not reported when that rule is on. */
const LEFT = '\n  not reported beside other rules';
const ALL: ReadonlySet<string> = new Set(rules.map(({ id }) => id));

function lintAs({ rule, file }: Scene, only: ReadonlySet<string>) {
  const options = optionsOf(rule, file);
  return lintTexts(filesOf(rule, file), { only, options: options && new Map([[rule, options]]) });
}

/** Where the expected findings of a bad scene are. */
export const expectedFile = ({ rule, file }: Scene): URL =>
  new URL(`${rule}/${file.replace(/\.bad\.\w+$/, '.bad.txt')}`, home);

export const mayCrash = ({ rule, isBad }: Scene): boolean => rule === 'rule-crashed' && isBad;
