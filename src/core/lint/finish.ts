import { printFix } from '../document/edit.ts';
import { keyOf, type Positions, positionsOf } from '../document/positions.ts';
import { groupBy } from '../graph/graph.ts';
import { eventNameOf } from '../model/config.ts';
import type { Finding, Fix, Location } from '../model/finding.ts';
import { defined } from '../model/json.ts';
import { once } from '../model/once.ts';
import { type At, type Place, placeOf, workflowOf } from '../model/place.ts';
import { isEmail } from '../model/step-type.ts';
import { asHelp, listNames, neverSent } from '../model/text.ts';
import type { Document, Node, Step } from '../model/workflow.ts';
import type { RuleFix } from '../rule.ts';
import type { Acceptance, Unused } from './accept.ts';
import { createAcceptance } from './accept.ts';
import { createFingerprints } from './fingerprint.ts';
import { compareFindings } from './order.ts';
import type { Reported } from './run-rules.ts';

/** A consequence → its causes, which hold it back where they are reported at the same step. */
export type Causes = ReadonlyMap<string, readonly string[]>;

interface Placed {
  readonly reported: Reported;
  readonly place: Place;
  readonly fingerprint: string;
  readonly isMandatory: boolean;
  readonly accepted: Finding['accepted'];
}

const MOST_RELATED = 20;

/** Reports as findings: held back, fingerprinted, accepted, joined, placed, fixed, in order. */
export function finish(
  reported: readonly Reported[],
  acceptance: Acceptance,
  causes: Causes,
  mandatory: ReadonlySet<string>,
): { readonly findings: readonly Finding[]; readonly unused: Unused } {
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
  // Only documents with findings are searched for positions.
  const positionsIn = once(positionsOf);
  const groups = groupBy(placed, groupKey);
  const findings = [...groups.values()].map((group) => buildFinding(group, positionsIn));
  return { findings: findings.sort(compareFindings), unused: accepting.unused() };
}

/** Without plain consequences of what is reported at the same step or edge. */
function holdBack(reported: readonly Reported[], causes: Causes): readonly Reported[] {
  const nodeOf = ({ report }: Reported): Node | undefined => placeOf(report.at).node;
  const byNode = groupBy(reported, nodeOf);
  return reported.filter((each) => {
    const own = causes.get(each.inForce.rule.id) ?? [];
    const node = nodeOf(each);
    if (own.length === 0 || (node?.kind !== 'step' && node?.kind !== 'edge')) return true;
    return !byNode.get(node)?.some(({ inForce }) => own.includes(inForce.rule.id));
  });
}

/** Reports of one rule in one workflow with one message, or one habit, are one finding. */
function groupKey({ reported, place, isMandatory, accepted }: Placed): string {
  const { inForce, report, severity, workflow } = reported;
  const { input } = place.document;
  const { habit, message, help, at } = report;
  // Outside of workflows, only a habit joins what is said of different places.
  const alone = habit === undefined ? [place.pointer, 'offset' in at && at.offset] : [];
  return JSON.stringify([
    ...[inForce.rule.id, severity, input.name, input.line, isMandatory],
    ...[accepted?.by, accepted?.reason, workflow?.pointer ?? alone],
    ...(habit === undefined ? [message, help] : [habit]),
  ]);
}

type Group = readonly [Placed, ...Placed[]];

function buildFinding(group: Group, positionsIn: PositionsIn): Finding {
  const locate = (at: At, isKey = false) => locateIn(at, isKey, positionsIn);
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
  return {
    rule: inForce.rule.id,
    severity,
    message: messageOf(group),
    ...defined({ help: helpOf(group), consequence: consequenceOf(group) }),
    location: locate(report.at, report.mark === 'key'),
    input,
    related: related.map(({ at, message }) => ({ message, location: locate(at) })),
    fixes: fixesOf(group, positionsIn(place.document)),
    fingerprint,
    fingerprints: group.map((each) => each.fingerprint),
    ...subjectOf(place.node),
    ...(isMandatory && { isMandatory }),
    ...defined({ accepted }),
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
  return asHelp(inForce.rule.remedy);
}

function consequenceOf(group: Group): string | undefined {
  const lost = new Set<Step>(group.flatMap(({ reported }) => reported.report.loses ?? []));
  return neverSent([...lost].filter(isEmail).length) ?? group[0].reported.report.consequence;
}

/** All fixes of a report that is alone; the first of each, as one, where all have one. */
function fixesOf(group: Group, positions: Positions | undefined): readonly Fix[] {
  // Fixes are made in JSON.
  if (positions === undefined || group[0].place.document.spans !== undefined) return [];
  const all = group.map(({ reported }) => reported.report.fixes ?? []);
  const firsts = all.flatMap(([first]) => first ?? []);
  const joined = firsts.length < group.length ? [] : joinFixes(firsts);
  const fixes = all.length === 1 ? all.flat() : joined;
  return fixes.flatMap((fix) => printFix(fix, positions) ?? []);
}

function joinFixes(fixes: readonly RuleFix[]): readonly RuleFix[] {
  const titles = new Set(fixes.map(({ title }) => title));
  const isSafe = fixes.every(({ safety }) => safety === 'safe');
  return [
    {
      title: titles.size === 1 ? ([...titles][0] as string) : `correct all ${fixes.length}`,
      safety: isSafe ? 'safe' : 'unsafe',
      edits: fixes.flatMap(({ edits }) => edits),
    },
  ];
}

/** The names of what a finding is about. */
function subjectOf(node: Node | undefined): Pick<Finding, 'workflow' | 'step' | 'edge' | 'event'> {
  const { id, name, status } = workflowOf(node) ?? {};
  const workflow = defined({ id, name, status });
  const event = node?.kind === 'step' ? eventNameOf(node) : undefined;
  if (node?.kind === 'step')
    return { workflow, step: node.key ?? `#${node.index}`, ...defined({ event }) };
  if (node?.kind === 'edge') return { workflow, edge: `${node.from ?? '?'} → ${node.to ?? '?'}` };
  if (node?.kind === 'call') return defined({ event: node.event });
  if (node?.kind === 'event') return defined({ event: node.name });
  return node?.kind === 'workflow' ? { workflow } : {};
}

type PositionsIn = (document: Document) => Positions | undefined;

function locateIn(at: At, isKey: boolean, positionsIn: PositionsIn): Location {
  const { document, pointer, span } = placeOf(at);
  const place = { source: document.input.name, pointer };
  const positions = positionsIn(document);
  const value = span === undefined ? positions?.find(pointer) : undefined;
  const node = span ?? ((isKey && value && keyOf(value)) || value);
  if (positions === undefined || node === undefined) return place;
  return { ...place, region: positions.regionOf(node.offset, node.offset + node.length) };
}
