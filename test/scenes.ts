import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { rules } from '../rules/index.ts';
import { decodeText } from '../src/core/document/bytes.ts';
import { parseDocument } from '../src/core/document/parse.ts';
import type { Finding, Fix } from '../src/core/model/finding.ts';
import type { Document, Subject } from '../src/core/model/nodes.ts';
import { nodeWithin, subjectOf } from '../src/core/model/place.ts';
import { lintTexts, printFinding } from './lint-text.ts';
import { filesOf, optionsOf, scenesOf } from './pages.ts';

// The fixtures of rules, as tests that `npm test` and `npm run mutation` share.

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

export interface Checked {
  /** As in `<scene>.bad.txt`; empty for a good scene. */
  readonly printed: string;
  /** As in `fingerprints.txt`. */
  readonly fingerprints: string;
  /** The faults in names and fingerprints of the findings. */
  readonly problems: readonly string[];
  readonly crashed: boolean;
}

export function checkScene(scene: Scene): Checked {
  const files = filesOf(scene.rule, scene.file);
  const { findings, undecided, crashed } = lintAs(scene, files);
  const besideOthers = findings.length === 0 ? [] : lintAs(scene, files, ALL).findings;
  const reported = new Set(fingerprintsOf(besideOthers));
  const print = (finding: Finding): string =>
    printFinding(finding) + (reported.has(finding.fingerprint) ? '' : LEFT);
  return {
    printed: [...findings.map(print), ...undecided].map((text) => `${text}\n`).join(''),
    fingerprints: lineOf(scene, findings),
    problems: findings.length === 0 ? [] : problemsOf(scene, files, findings),
    crashed,
  };
}

/** The line of a scene in `fingerprints.txt`. */
export const fingerprintLine = (scene: Scene): string =>
  lineOf(scene, lintAs(scene, filesOf(scene.rule, scene.file)).findings);

const lineOf = ({ rule, file }: Scene, findings: readonly Finding[]): string =>
  [`${rule}/${file}`, ...findings.map(({ fingerprint }) => fingerprint)].join(' ');

/** Another rule explains the finding, which is not reported when that rule is on. */
const LEFT = '\n  not reported beside other rules';
const ALL: ReadonlySet<string> = new Set(rules.map(({ id }) => id));

/** Where the expected findings of a bad scene are. */
export const expectedFile = ({ rule, file }: Scene): URL =>
  new URL(`${rule}/${file.replace(/\.bad\.\w+$/, '.bad.txt')}`, home);

/** Fingerprints of the findings of all bad scenes. Users have such fingerprints in baselines and suppressions. */
export const fingerprintsFile = new URL('fingerprints.txt', import.meta.url);
let known: ReadonlySet<string> | undefined;

/** For `npm run mutation`: all that a test of a scene asserts. */
export function passes(scene: Scene): boolean {
  const { printed, fingerprints, problems, crashed } = checkScene(scene);
  const expected = scene.isBad ? readFileSync(expectedFile(scene), 'utf8') : '';
  known ??= new Set(readFileSync(fingerprintsFile, 'utf8').split('\n'));
  const isKnown = !scene.isBad || known.has(fingerprints);
  return printed === expected && isKnown && problems.length === 0 && crashed === mayCrash(scene);
}

export const mayCrash = ({ rule, isBad }: Scene): boolean => rule === 'rule-crashed' && isBad;

function lintAs(
  { rule, file }: Scene,
  files: Parameters<typeof lintTexts>[0],
  only: ReadonlySet<string> = new Set([rule]),
): {
  readonly findings: readonly Finding[];
  /** The number of findings of mandatory rules. */
  readonly besides: number;
  readonly undecided: readonly string[];
  readonly crashed: boolean;
} {
  const options = optionsOf(rule, file);
  const { findings, notChecked, crashed } = lintTexts(files, {
    only,
    options: options && new Map([[rule, options]]),
  });
  const own = findings.filter((finding) => finding.rule === rule);
  return {
    findings: own,
    besides: findings.length - own.length,
    undecided: notChecked
      .map(({ reason }) => reason)
      .filter((reason) => reason.startsWith('not decided: ')),
    crashed,
  };
}

/** Of scenes that are one JSON document. */
function problemsOf(
  scene: Scene,
  files: Record<string, Uint8Array>,
  findings: readonly Finding[],
): readonly string[] {
  const { text, fault } = decodeText(files[scene.file] as Uint8Array, isUtf8);
  if (!scene.file.endsWith('.json') || fault !== undefined) return [];
  const ref = { source: scene.file, index: 0, line: 1, start: 0, end: text.length };
  const document = parseDocument(text, ref);
  if (document.form === 'broken') return [];
  const misnamed = findings.filter(
    (finding) => !/ in \d+ workflows$/.test(finding.message) && !isNamed(finding, document),
  );
  return [
    ...misnamed.map(({ location }) => `the names are not those at ${location.pointer}`),
    ...findings.flatMap((finding) =>
      finding.fixes.flatMap((fix) => faultsOf(fix, finding, scene, text, findings.length)),
    ),
    ...(isAboutOrder(scene, findings) ? [] : unstableOf(scene, JSON.parse(text), findings)),
  ];
}

/**
 * The finding is there after its fix, and not another one of the same names, or a mandatory rule finds more than before: a part
 * of the document cannot be read any more.
 */
function faultsOf(
  { title, edits }: Fix,
  { fingerprint }: Finding,
  scene: Scene,
  text: string,
  before: number,
): readonly string[] {
  const fixed = edits
    .toSorted((a, b) => b.startOffset - a.startOffset)
    .reduce(
      (all, { startOffset, endOffset, text: own }) =>
        all.slice(0, startOffset) + own + all.slice(endOffset),
      text,
    );
  const { findings, besides } = lintAs(scene, { [scene.file]: fixed });
  const others = fingerprintsOf(findings);
  if (others.includes(fingerprint) && others.length >= before)
    return [`the fix "${title}" leaves the finding`];
  return besides > lintAs(scene, { [scene.file]: text }).besides
    ? [`the fix "${title}" leaves a part that cannot be read`]
    : [];
}

/** Rules and scenes in which the order decides what is found, or at which of several places. */
const ORDERED = new Set([
  ...['duplicate-json-key', 'edge-order', 'invalid-shape', 'step-order', 'trigger-not-first'],
  'contact-pressure/divided-and-still-too-many.bad.json',
  'contact-pressure/exclusive-branches-count-once.bad.json',
  'duplicate-event-name/same-schema.bad.json',
  'missing-timeout-branch/two-waits.bad.json',
  'repeated-template/each-other-on-a-cycle-with-conditions.bad.json',
  'repeated-template/on-a-cycle-and-three-times.bad.json',
  'repeated-template/on-a-cycle-beside-another-branch.bad.json',
  'unknown-variable/beside-a-duplicate-trigger.bad.json',
  'unreachable-step/trigger-has-the-key-of-an-earlier-step.bad.json',
]);

/** Without a key, a step is named by its position. */
const isAboutOrder = ({ rule, file }: Scene, findings: readonly Finding[]): boolean =>
  ORDERED.has(rule) ||
  ORDERED.has(`${rule}/${file}`) ||
  findings.some(({ step = '' }) => step.startsWith('#'));

/** The finding has the names of the node that its pointer leads into. */
function isNamed(finding: Finding, { workflows, events }: Document): boolean {
  const { pointer } = finding.location;
  const holds = (node: { readonly pointer: string }): boolean =>
    `${pointer}/`.startsWith(`${node.pointer}/`);
  const workflow = workflows.find(holds);
  const event = events.find(holds);
  const named: Subject =
    workflow !== undefined
      ? subjectOf(nodeWithin(workflow, pointer))
      : event !== undefined
        ? subjectOf(event)
        : {};
  // An edge may be written in its step.
  const isEdgeOfStep = finding.edge !== undefined && /\/(?:next|branches\/\w+)$/.test(pointer);
  return (
    finding.workflow?.id === named.workflow?.id &&
    finding.workflow?.name === named.workflow?.name &&
    (isEdgeOfStep || (finding.step === named.step && finding.edge === named.edge)) &&
    finding.event === named.event
  );
}

/** The same findings in another order have the same fingerprints. */
function unstableOf(
  scene: Scene,
  document: unknown,
  findings: readonly Finding[],
): readonly string[] {
  const before = byMessage(findings);
  return [reversed, rotated].flatMap((turn) => {
    const text = JSON.stringify(reorder(document, turn));
    const others = lintAs(scene, { [scene.file]: text }).findings;
    const after = byMessage(others);
    const isSame = fingerprintsOf(findings).join() === fingerprintsOf(others).join();
    return [
      ...[...before]
        .filter(([message, own]) => own !== (after.get(message) ?? own))
        .map(([message]) => `in another order another fingerprint: ${message}`),
      ...(isSame ? [] : ['in another order other fingerprints']),
    ];
  });
}

type Turn = (list: readonly unknown[]) => readonly unknown[];
const reversed: Turn = (list) => list.toReversed();
const rotated: Turn = (list) => [...list.slice(1), ...list.slice(0, 1)];

/** Where the message is unique. */
function byMessage(findings: readonly Finding[]): ReadonlyMap<string, string> {
  const messages = findings.map(({ message }) => message);
  return new Map(
    findings
      .filter(
        ({ message }, i) => !messages.includes(message, i + 1) && messages.indexOf(message) === i,
      )
      .map(({ message, fingerprint }) => [message, fingerprint]),
  );
}

const fingerprintsOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ fingerprint }) => fingerprint).sort();

/** Properties, and lists in which the order has no meaning to most rules. */
function reorder(value: unknown, turn: Turn, field = 'root'): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => reorder(item, turn, ''));
    return LISTS.has(field) ? turn(items) : items;
  }
  if (value === null || typeof value !== 'object') return value;
  const entries = turn(Object.entries(value)) as [string, unknown][];
  return Object.fromEntries(entries.map(([key, each]) => [key, reorder(each, turn, key)]));
}

const LISTS = new Set([
  ...['root', 'workflows', 'events', 'templates', 'data'],
  ...['steps', 'edges', 'connections'],
]);
