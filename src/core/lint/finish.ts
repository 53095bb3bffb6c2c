import { printFix } from '../document/edit.ts';
import { endOf, keyOf, type Positions, positionsOf } from '../document/positions.ts';
import { groupBy } from '../graph/graph.ts';
import { configText } from '../model/config.ts';
import type { Finding, Fix, Location } from '../model/finding.ts';
import { type At, type Place, placeOf } from '../model/place.ts';
import { isEmail } from '../model/step-type.ts';
import { listNames, plural } from '../model/text.ts';
import type { Document, Node, Step } from '../model/workflow.ts';
import type { RuleFix } from '../rule.ts';
import type { Acceptance, Unused } from './accept.ts';
import { createAcceptance } from './accept.ts';
import type { Reported } from './check.ts';
import { createFingerprints } from './fingerprint.ts';

/** A consequence → its causes: a report is held back where another rule reports the cause at the same step. */
export type Causes = ReadonlyMap<string, readonly string[]>;

export interface Finished {
  /** Sorted by source, position and rule; accepted ones too. */
  readonly findings: readonly Finding[];
  readonly unused: Unused;
}

interface Placed {
  readonly reported: Reported;
  readonly place: Place;
  readonly fingerprint: string;
  readonly isMandatory: boolean;
  readonly accepted: Finding['accepted'];
}

const MOST_RELATED = 20;

/** Reports as findings: fingerprints, acceptance, plain consequences held back, equal ones joined, places, fixes, order. */
export function finish(
  reported: readonly Reported[],
  acceptance: Acceptance,
  causes: Causes,
  mandatory: ReadonlySet<string>,
): Finished {
  const fingerprintOf = createFingerprints();
  const accepting = createAcceptance(acceptance);
  const kept = holdBack(reported, causes);
  const placed = kept.map((each): Placed => {
    const { inForce, report } = each;
    const place = placeOf(report.at);
    const fingerprint = fingerprintOf(inForce.rule.id, place, report);
    const named = { ...subjectOf(place.node), rule: inForce.rule.id, fingerprint } as Finding;
    const isMandatory = report.isMandatory === true || mandatory.has(inForce.rule.id);
    const accepted = accepting.of(named, isMandatory);
    return { reported: each, place, fingerprint, isMandatory, accepted };
  });
  const locate = createLocator();
  const groups = groupBy(placed, groupKey);
  const findings = [...groups.values()].map((group) => buildFinding(group, locate));
  return { findings: findings.sort(compareFindings), unused: accepting.unused() };
}

function holdBack(reported: readonly Reported[], causes: Causes): readonly Reported[] {
  const places = new Map<object, Set<string>>();
  const ownerOf = ({ report }: Reported): object | undefined => {
    const { node } = placeOf(report.at);
    return node?.kind === 'step' || node?.kind === 'edge' ? node : undefined;
  };
  const isCause = new Set([...causes.values()].flat());
  for (const each of reported) {
    const owner = isCause.has(each.inForce.rule.id) ? ownerOf(each) : undefined;
    if (owner === undefined) continue;
    places.set(owner, (places.get(owner) ?? new Set()).add(each.inForce.rule.id));
  }
  return reported.filter((each) => {
    const own = causes.get(each.inForce.rule.id);
    const owner = own === undefined ? undefined : ownerOf(each);
    return owner === undefined || !own?.some((cause) => places.get(owner)?.has(cause));
  });
}

/** Reports of one rule in one workflow with one message, or one habit, are one finding. */
function groupKey({ reported, place, isMandatory, accepted }: Placed): string {
  const { inForce, report, severity, workflow } = reported;
  const { input } = place.document;
  // Outside of workflows, only a habit joins what is said of different places.
  const alone =
    report.habit === undefined ? place.pointer + ('offset' in report.at && report.at.offset) : '';
  const owner = workflow?.pointer ?? alone;
  const what = report.habit ?? report.message;
  const isAlone = workflow === undefined && report.habit === undefined;
  return JSON.stringify([
    ...[inForce.rule.id, severity, input.name, input.line, isAlone ? place.pointer : '', owner],
    ...[what, report.habit === undefined ? report.help : '', accepted?.by, accepted?.reason],
    isMandatory,
  ]);
}

type Group = readonly [Placed, ...Placed[]];

function buildFinding(group: Group, locate: Locator): Finding {
  const [{ reported, place, fingerprint, isMandatory, accepted }, ...others] = group;
  const { inForce, report, severity } = reported;
  const { input } = place.document;
  const related = [
    ...others.slice(0, MOST_RELATED).map((other) => {
      const { message, habit } = other.reported.report;
      return { at: other.reported.report.at, message: habit === undefined ? 'also here' : message };
    }),
    ...(report.related ?? []),
  ];
  const help = helpOf(group);
  const consequence = consequenceOf(group);
  return {
    rule: inForce.rule.id,
    severity,
    message: messageOf(group),
    ...(help !== undefined && { help }),
    ...(consequence !== undefined && { consequence }),
    location: locate(report.at, report.mark === 'key'),
    input,
    related: related.map(({ at, message }) => ({ location: locate(at, false), message })),
    fixes: fixesOf(group, locate.positions(place.document)),
    fingerprint,
    fingerprints: group.map((each) => each.fingerprint),
    ...subjectOf(place.node),
    ...(isMandatory && { isMandatory }),
    ...(accepted !== undefined && { accepted }),
  };
}

function messageOf(group: Group): string {
  const { report } = group[0].reported;
  if (group.length === 1) return report.message;
  const names = [...new Set(group.flatMap(({ reported }) => reported.report.name ?? []))];
  return report.habit === undefined || names.length < 2
    ? `${report.message}, in ${group.length} places`
    : `${names.length} ${report.habit}: ${listNames(names)}`;
}

function helpOf(group: Group): string | undefined {
  const { report, inForce } = group[0].reported;
  if (group.every(({ reported }) => reported.report.help === report.help)) return report.help;
  const { remedy } = inForce.rule;
  return remedy[0]?.toLowerCase() + remedy.slice(1).replace(/\.$/, '');
}

function consequenceOf(group: Group): string | undefined {
  const lost = new Set<Step>(group.flatMap(({ reported }) => reported.report.loses ?? []));
  const emails = [...lost].filter(isEmail).length;
  if (emails === 0) return group[0].reported.report.consequence;
  return `${plural(emails, 'email')} ${emails === 1 ? 'is' : 'are'} never sent`;
}

/** The first fix of each report, as one; all fixes of a report that is alone. */
function fixesOf(group: Group, positions: Positions | undefined): readonly Fix[] {
  const text = group[0].place.document.input.text;
  if (positions === undefined || text === undefined) return [];
  const print = (fix: RuleFix): Fix | [] => printFix(fix, text, positions) ?? [];
  const [first, ...others] = group.map(({ reported }) => reported.report.fixes ?? []);
  if (first === undefined) return [];
  if (others.length === 0) return first.flatMap(print);
  const fixes = [first, ...others].flatMap(([fix]) => fix ?? []);
  const [{ title } = { title: '' }] = fixes;
  if (fixes.length < group.length) return [];
  const isOneTitle = fixes.every((fix) => fix.title === title);
  return [
    print({
      title: isOneTitle ? title : `correct all ${fixes.length}`,
      safety: fixes.every(({ safety }) => safety === 'safe') ? 'safe' : 'unsafe',
      edits: fixes.flatMap(({ edits }) => edits),
    }),
  ].flat();
}

/** The names of what a finding is about. */
function subjectOf(node: Node | undefined): Pick<Finding, 'workflow' | 'step' | 'edge' | 'event'> {
  if (node === undefined || node.kind === 'list' || node.kind === 'item') return {};
  if (node.kind === 'call') return node.event === undefined ? {} : { event: node.event };
  if (node.kind === 'event') return node.name === undefined ? {} : { event: node.name };
  const { id, name, status } = node.kind === 'workflow' ? node : node.workflow;
  const workflow = {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
  };
  if (node.kind === 'workflow') return { workflow };
  if (node.kind === 'edge') return { workflow, edge: `${node.from ?? '?'} → ${node.to ?? '?'}` };
  const event = node.spec.event === undefined ? undefined : configText(node, 'event_name');
  return { workflow, step: node.key ?? `#${node.index}`, ...(event !== undefined && { event }) };
}

interface Locator {
  (at: At, isKey: boolean): Location;
  positions(document: Document): Positions | undefined;
}

/** Only documents with findings are searched for positions, each once. */
function createLocator(): Locator {
  const known = new Map<Document, Positions | undefined>();
  const positions = (document: Document): Positions | undefined => {
    if (!known.has(document)) known.set(document, positionsOf(document));
    return known.get(document);
  };
  const locate = (at: At, isKey: boolean): Location => {
    const { document, pointer, span } = placeOf(at);
    const source = document.input.name;
    const own = positions(document);
    if (own === undefined) return { source, pointer };
    if (span !== undefined)
      return { source, pointer, region: own.regionOf(span.offset, span.offset + span.length) };
    const value = own.find(pointer);
    const node = isKey && value !== undefined ? (keyOf(value) ?? value) : value;
    if (node === undefined) return { source, pointer };
    return { source, pointer, region: own.regionOf(node.offset, endOf(node)) };
  };
  return Object.assign(locate, { positions });
}

/** By source, position, rule and message: independent of the order of files. */
function compareFindings(a: Finding, b: Finding): number {
  const [left, right] = [a.location.region, b.location.region];
  return (
    compareText(a.location.source, b.location.source) ||
    (a.input.line ?? 0) - (b.input.line ?? 0) ||
    (left === undefined || right === undefined
      ? comparePointers(a.location.pointer, b.location.pointer)
      : left.startLine - right.startLine || left.startColumn - right.startColumn) ||
    compareText(a.rule, b.rule) ||
    comparePointers(a.location.pointer, b.location.pointer) ||
    compareText(a.message, b.message)
  );
}

/** By UTF-16 unit, so it does not depend on the locale. */
export const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Segment by segment, indexes by number. */
function comparePointers(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] as string, right[i] as string];
    if (x !== y)
      return /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(x) - Number(y) : compareText(x, y);
  }
  return left.length - right.length;
}
