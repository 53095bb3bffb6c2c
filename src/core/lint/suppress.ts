import type { Finding } from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';

/** Fields that are absent match anything. */
export interface Suppression {
  readonly rule: string;
  /** An id or a name. */
  readonly workflow?: string | undefined;
  readonly step?: string | undefined;
  readonly edge?: string | undefined;
  readonly event?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** A line of a file. */
  readonly at?: { readonly source: string; readonly line: number } | undefined;
  readonly reason: string;
  /** The last day on which it holds, as `2027-01-31`. */
  readonly expires?: string | undefined;
}

interface Suppressed<S extends Suppression> {
  /** The first suppression of each suppressed finding. */
  readonly by: ReadonlyMap<Finding, S>;
  readonly unused: readonly S[];
  /** Past their last day, with the number of findings that return. */
  readonly expired: ReadonlyMap<S, number>;
}

// The only list of rules by name in lint, since a finding has only the id of its rule.
const NEVER_SILENT: ReadonlySet<string> = new Set([
  'invalid-json',
  'unrecognized-document',
  'rule-crashed',
]);

/** False where something could not be read, and so was not checked. */
export function isSuppressible(rule: string): boolean {
  return !NEVER_SILENT.has(rule);
}

const CRITERIA = ['workflow', 'step', 'edge', 'event', 'fingerprint', 'at'] as const;
/** The criteria of a suppression. */
type Shape = readonly (typeof CRITERIA)[number][];

/** Suppressions with the same criteria. */
interface Group<S> {
  readonly all: readonly S[];
  /** The first that is not expired. */
  readonly valid: S | undefined;
  matches: number;
}

/** @param today as `2027-01-31`. */
export function suppress<S extends Suppression>(
  findings: readonly Finding[],
  suppressions: readonly S[],
  today: string,
): Suppressed<S> {
  const order = new Map(suppressions.map((each, i) => [each, i]));
  const isEarlier = (one: S, other: S): boolean =>
    (order.get(one) as number) < (order.get(other) as number);
  const groups = new Map<string, Group<S>>();
  for (const [key, all] of groupBy(suppressions, keyOf))
    groups.set(key, { all, valid: all.find((each) => !isExpired(each, today)), matches: 0 });
  const shapes = shapesOf(suppressions);
  const by = new Map<Finding, S>();
  for (const finding of findings) {
    if (!isSuppressible(finding.rule)) continue;
    for (const key of shapes.flatMap((shape) => keysOf(finding, shape))) {
      const group = groups.get(key);
      if (group === undefined) continue;
      group.matches++;
      const known = by.get(finding);
      if (group.valid !== undefined && (known === undefined || isEarlier(group.valid, known)))
        by.set(finding, group.valid);
    }
  }
  const matches = new Map<S, number>();
  for (const group of groups.values())
    for (const each of group.all) matches.set(each, group.matches);
  const over = suppressions.filter((each) => isExpired(each, today));
  return {
    by,
    unused: suppressions.filter((each) => !isExpired(each, today) && matches.get(each) === 0),
    expired: new Map(over.map((each) => [each, matches.get(each) as number])),
  };
}

const shapeOf = (suppression: Suppression): Shape =>
  CRITERIA.filter((name) => suppression[name] !== undefined);

/** Few, for any number of suppressions. */
const shapesOf = (suppressions: readonly Suppression[]): readonly Shape[] =>
  [...groupBy(suppressions, (each) => shapeOf(each).join()).values()].map(([first]) =>
    shapeOf(first as Suppression),
  );

function keyOf(suppression: Suppression): string {
  const { rule, at } = suppression;
  const shape = shapeOf(suppression);
  const values = shape.map((name) => (name === 'at' ? [at?.source, at?.line] : suppression[name]));
  return JSON.stringify([rule, shape, values]);
}

/** The keys of the suppressions of a shape that are about a finding. */
function keysOf(finding: Finding, shape: Shape): readonly string[] {
  const { rule, workflow, step, edge, event, fingerprint, location } = finding;
  const line = location.region?.startLine;
  const at = line === undefined ? undefined : [location.source, line];
  const known: Partial<Record<Shape[number], unknown>> = { step, edge, event, fingerprint, at };
  const labels = new Set(shape.includes('workflow') ? [workflow?.id, workflow?.name] : ['']);
  labels.delete(undefined);
  return [...labels].flatMap((label) => {
    const values = shape.map((name) => (name === 'workflow' ? label : known[name]));
    return values.includes(undefined) ? [] : JSON.stringify([rule, shape, values]);
  });
}

// Dates in this form compare as texts.
const isExpired = ({ expires }: Suppression, today: string): boolean =>
  expires !== undefined && expires < today;

/** By the names of each finding, and by its fingerprint if other findings have the same names. */
export function suppressionsOf(
  chosen: readonly Finding[],
  findings: readonly Finding[],
  reason: string,
  expires?: string,
): readonly Suppression[] {
  const named = chosen.map(
    (finding): Suppression => ({
      rule: finding.rule,
      ...namesIn(finding),
      reason,
      ...(expires !== undefined && { expires }),
    }),
  );
  const shapes = shapesOf(named);
  const about = groupBy(
    findings.flatMap((finding) => shapes.flatMap((shape) => keysOf(finding, shape))),
    (key) => key,
  );
  return chosen.map((finding, i) => {
    const { rule, fingerprint } = finding;
    const names = named[i] as Suppression;
    // A step without a key is identified by its place, and a blank name is not a name in a
    // configuration.
    const isFirm = Object.values(namesIn(finding)).every(
      (name) => name.trim() !== '' && !name.startsWith('#'),
    );
    if (!isFirm) return { rule, fingerprint, reason, ...(expires !== undefined && { expires }) };
    return about.get(keyOf(names))?.length === 1 ? names : { ...names, fingerprint };
  });
}

function namesIn({ workflow, step, edge, event }: Finding): Readonly<Record<string, string>> {
  const label = workflow?.id ?? workflow?.name;
  return {
    ...(label !== undefined && { workflow: label }),
    ...(step !== undefined && { step }),
    ...(edge !== undefined && { edge }),
    ...(event !== undefined && { event }),
  };
}
