/**
 * The expected findings of the core rules, computed separately from the raw JSON with simple loops:
 * without imports, shared code or optimisation. `oracle.test.ts` compares the two on thousands of workflows.
 */
interface Json {
  readonly [key: string]: unknown;
}

export interface Bundle {
  readonly workflows: readonly Json[];
  readonly events?: readonly Json[];
}

/** Seconds of the texts the generator uses: 0 for an invalid duration, `undefined` for one without a unit. */
export const LENGTHS: readonly (readonly [string, number | undefined])[] = [
  ['1 day', 86_400],
  ['45 minutes', 2700],
  ['2 weeks', 1_209_600],
  ['30 days', 2_592_000],
  ['31 days', 2_678_400],
  ['1 year', 31_536_000],
  ['5m', 300],
  ['90d', 7_776_000],
  ['10', undefined],
  ['0 days', 0],
  ['-1 hour', 0],
  ['soon', 0],
  ['', 0],
];

const EMITS: readonly (readonly [string, readonly string[]])[] = [
  ['trigger', ['default']],
  ['send_email', ['default']],
  ['delay', ['default']],
  ['wait_for_event', ['event_received', 'timeout']],
  ['condition', ['condition_met', 'condition_not_met']],
  ['contact_update', ['default']],
  ['contact_delete', ['default']],
  ['add_to_segment', ['default']],
];
const KNOWN_EDGE_TYPES = [
  'default',
  'condition_met',
  'condition_not_met',
  'event_received',
  'timeout',
];
const MONTH = 2_592_000;

/** `rule pointer` of every finding, sorted, each once. */
export function expectedFindings({ workflows, events }: Bundle): readonly string[] {
  const found = new Set<string>();
  const used: string[] = [];
  const named = new Set<string>();
  const isSummary = (workflow: Json): boolean =>
    workflow['steps'] === undefined && edgesOf(workflow) === undefined;
  workflows.forEach((workflow, i) => {
    if (isSummary(workflow)) return;
    for (const { rule, pointer } of inWorkflow(workflow))
      found.add(`${rule} /workflows/${i}${pointer}`);
    for (const [s, step] of stepsOf(workflow).entries()) {
      const { name, field } = eventOf(step);
      if (name === undefined) continue;
      const isFirst = !named.has(name);
      named.add(name);
      used.push(name);
      const known =
        events === undefined ||
        name.startsWith('resend:') ||
        events.some((event) => event['name'] === name);
      if (!known && isFirst) found.add(`unknown-event /workflows/${i}/steps/${s}/config/${field}`);
      // The one that is meant.
      const twins = events?.filter((event) => lower(event['name']) === lower(name)) ?? [];
      if (!known && new Set(twins.map((event) => event['name'])).size === 1)
        used.push(twins[0]?.['name'] as string);
    }
  });
  events?.forEach((event, i) => {
    if (events.findIndex((other) => other['name'] === event['name']) < i)
      found.add(`duplicate-event-name /events/${i}/name`);
    const allKnown = workflows.every((workflow) => Array.isArray(workflow['steps']));
    const firstUnused = events.findIndex((other) => !used.includes(other['name'] as string));
    if (allKnown && firstUnused === i) found.add(`unused-event /events/${i}/name`);
  });
  return [...found].sort();
}

function inWorkflow(workflow: Json): { rule: string; pointer: string }[] {
  const found: { rule: string; pointer: string }[] = [];
  const add = (rule: string, pointer: string) => found.push({ rule, pointer });
  const hasSteps = Array.isArray(workflow['steps']);
  const steps = stepsOf(workflow);
  const list = edgesOf(workflow);
  const hasEdges = Array.isArray(list);
  const placed = (hasEdges ? list : []) as readonly PlacedEdge[];
  const edges = placed.map(({ edge }) => edge);

  const keyField = (s: number): string => (steps[s]?.['key'] !== undefined ? 'key' : 'id');
  const key = (s: number): unknown => steps[s]?.[keyField(s)];
  const type = (s: number): unknown => steps[s]?.['type'];
  const resolve = (name: unknown): number => {
    if (typeof name !== 'string') return -1;
    const s = find(name);
    return s === -1 && name === renamed.name ? renamed.step : s;
  };
  const find = (name: string): number => {
    for (let s = 0; s < steps.length; s++) if (key(s) === name) return s;
    for (let s = 0; s < steps.length; s++)
      if (keyField(s) === 'id' && steps[s]?.['ref'] === name) return s;
    return -1;
  };
  const isDuplicate = (s: number): boolean => typeof key(s) === 'string' && resolve(key(s)) !== s;
  const end = (e: number, which: 'from' | 'to'): { field: string; value: unknown } => {
    const field = edges[e]?.[`${which}_step_id`] !== undefined ? `${which}_step_id` : which;
    return { field, value: edges[e]?.[field] };
  };
  // A step that was renamed or lost its key: edges use one unknown key, and no edge uses the step. No other keys are near.
  const renamed = { name: '', step: -1, hasKey: true };
  const ends = edges.flatMap((_, e) => [end(e, 'from').value, end(e, 'to').value]);
  const wrong = (which: 'from' | 'to'): unknown[] =>
    edges
      .map((_, e) => end(e, which).value)
      .filter((value) => typeof value === 'string' && find(value) === -1 && value.trim() !== '');
  const isLoop = edges.some(
    (_, e) =>
      wrong('from').includes(end(e, 'from').value) && end(e, 'from').value === end(e, 'to').value,
  );
  const names = new Set([...wrong('from'), ...wrong('to')]);
  const unusedSteps = steps.flatMap((_, s) =>
    ends.some((value) => typeof value === 'string' && find(value) === s) ? [] : s,
  );
  const [name] = names;
  const [orphan] = unusedSteps;
  if (names.size === 1 && !isLoop && unusedSteps.length === 1 && orphan !== undefined) {
    const orphanKey = key(orphan);
    const hasKey = typeof orphanKey === 'string';
    const [isSource, isTarget] = [wrong('from').length > 0, wrong('to').length > 0];
    const fits = type(orphan) === 'trigger' ? !isTarget : isTarget && (isSource || !hasKey);
    if (fits && (!hasKey || find(orphanKey) === orphan))
      Object.assign(renamed, { name, step: orphan, hasKey });
  }
  const from = (e: number): number => resolve(end(e, 'from').value);
  const to = (e: number): number => resolve(end(e, 'to').value);
  const isResolved = (e: number): boolean => from(e) !== -1 && to(e) !== -1;
  const typeField = (e: number): string =>
    edges[e]?.['edge_type'] !== undefined ? 'edge_type' : 'type';
  const edgeType = (e: number): unknown => edges[e]?.[typeField(e)] ?? 'default';
  const at = (e: number, field?: string): string => {
    const { edge, pointer, isWhole } = placed[e] as PlacedEdge;
    return field === undefined || isWhole || edge[field] === undefined
      ? pointer
      : `${pointer}/${field}`;
  };
  const all = steps.map((_, s) => s);
  const links = edges.map((_, e) => e);

  // All steps reachable from some steps, continuing only where `on` is true.
  const reach = (starts: readonly number[], on: (s: number) => boolean = () => true): number[] => {
    const reached = [...starts];
    for (let again = true; again; ) {
      again = false;
      for (const e of links) {
        if (!isResolved(e) || !reached.includes(from(e)) || !on(from(e)) || reached.includes(to(e)))
          continue;
        reached.push(to(e));
        again = true;
      }
    }
    return reached;
  };
  const successors = (s: number): number[] =>
    links.filter((e) => isResolved(e) && from(e) === s).map(to);
  const leads = (a: number, b: number): boolean => reach(successors(a)).includes(b);
  const onOneCycle = (a: number, b: number): boolean => a !== b && leads(a, b) && leads(b, a);
  const starts = all.filter((s) => type(s) === 'trigger' && !isDuplicate(s));
  const reachable = reach(starts);
  const alive = reach(starts, (s) => type(s) !== 'contact_delete');
  const triggers = all.filter((s) => type(s) === 'trigger');

  const regions = (): number[] => {
    const lost = all.filter((s) => !isDuplicate(s) && !reachable.includes(s));
    if (all.every((s) => type(s) === 'trigger' || !reachable.includes(s))) return lost.slice(0, 1);
    return lost.filter(
      (s) =>
        lost.every((other) => !leads(other, s) || leads(s, other)) &&
        !lost.some((other) => other < s && leads(other, s) && leads(s, other)),
    );
  };
  const deletedRegions = (): number[] => {
    const taken: number[] = [];
    const firsts: number[] = [];
    for (const d of all.filter((s) => type(s) === 'contact_delete' && alive.includes(s))) {
      const isOpen = (s: number): boolean => !alive.includes(s) && !taken.includes(s);
      const own = reach(successors(d), isOpen).filter(isOpen);
      taken.push(...own);
      if (own.length > 0) firsts.push(Math.min(...own));
    }
    return firsts;
  };

  if (hasSteps && steps.length === 0) add('empty-workflow', '/steps');
  if (steps.length > 0 && triggers.length === 0) add('missing-trigger', '/steps');
  const isCopy = (s: number): boolean =>
    isDuplicate(s) && JSON.stringify(steps[s]) === JSON.stringify(steps[triggers[0] as number]);
  for (const s of triggers.slice(1)) if (!isCopy(s)) add('multiple-triggers', `/steps/${s}`);
  if (triggers[0] !== undefined && triggers[0] !== 0)
    add('trigger-not-first', `/steps/${triggers[0]}`);
  const idle = ['trigger', 'delay', 'wait_for_event', 'condition'];
  if (
    hasEdges &&
    triggers.length > 0 &&
    all.every((s) => isDuplicate(s) || idle.includes(type(s) as string))
  )
    add('no-action', '/steps');
  if (hasEdges && triggers.length > 0)
    for (const s of regions()) add('unreachable-step', `/steps/${s}`);
  for (const s of deletedRegions()) add('step-after-delete', `/steps/${s}`);

  for (const s of all) {
    const place = `/steps/${s}`;
    const isWait = type(s) === 'wait_for_event';
    const isDelay = type(s) === 'delay';
    if (isDuplicate(s)) add('duplicate-step-key', `${place}/${keyField(s)}`);
    const dangles = links.some((e) => from(e) === s && to(e) === -1);
    if (
      hasEdges &&
      (isWait || isDelay) &&
      !isDuplicate(s) &&
      successors(s).length === 0 &&
      !dangles &&
      (triggers.length === 0 || reachable.includes(s))
    )
      add('trailing-delay', place);
    if (isWait && !hasTimeout(steps[s] as Json)) add('endless-wait', place);
    if (
      all.some((other) => onOneCycle(s, other)) &&
      !all.some((other) => other < s && onOneCycle(s, other))
    )
      add('cycle', place);
    for (const { field, seconds } of lengthsOf(steps[s] as Json)) {
      if (seconds === 0) add('invalid-delay', `${place}/config/${field}`);
      if (seconds !== undefined && seconds > MONTH)
        add('excessive-delay', `${place}/config/${field}`);
    }
    for (const branch of EMITS.find(([known]) => known === type(s))?.[1] ?? []) {
      const targets = new Set(
        links.filter((e) => isResolved(e) && from(e) === s && edgeType(e) === branch).map(to),
      );
      if (targets.size > 1) add('ambiguous-branch', place);
    }
  }

  for (const e of links) {
    for (const which of ['from', 'to'] as const) {
      const { field, value } = end(e, which);
      const isFirst = ends.indexOf(value) === 2 * e + (which === 'from' ? 0 : 1);
      const isExplained = !renamed.hasKey && value === renamed.name;
      if (hasSteps && typeof value === 'string' && find(value) === -1 && isFirst && !isExplained)
        add('dangling-edge', at(e, field));
    }
    const emits = EMITS.find(([known]) => known === type(from(e)))?.[1];
    if (
      emits !== undefined &&
      KNOWN_EDGE_TYPES.includes(edgeType(e) as string) &&
      !emits.includes(edgeType(e) as string) &&
      !links.some(
        (other) => other < e && from(other) === from(e) && edgeType(other) === edgeType(e),
      )
    )
      add('invalid-branch', at(e, typeField(e)));
    if (
      type(from(e)) === 'wait_for_event' &&
      edgeType(e) === 'timeout' &&
      !hasTimeout(steps[from(e)] as Json)
    )
      add('dead-branch', at(e, typeField(e)));
    const same = (other: number): boolean =>
      end(other, 'from').value === end(e, 'from').value &&
      end(other, 'to').value === end(e, 'to').value &&
      edgeType(other) === edgeType(e);
    const hasEnds = end(e, 'from').value !== undefined && end(e, 'to').value !== undefined;
    if (hasEnds && links.some((other) => other < e && same(other))) add('duplicate-edge', at(e));
    if (!isResolved(e)) continue;
    if (type(to(e)) === 'trigger' && from(e) !== to(e))
      add('trigger-has-incoming', at(e, end(e, 'to').field));
    if (from(e) === to(e)) add('self-loop', at(e));
    const isBefore = links.every((f) => !isResolved(f) || to(f) !== to(e) || from(f) >= to(f));
    const breaks = (f: number): boolean => from(f) > to(f) && !onOneCycle(from(f), to(f));
    const isReported = links.some((f) => f < e && isResolved(f) && to(f) === to(e) && breaks(f));
    if (isBefore && breaks(e) && !isReported) add('step-order', at(e));
  }
  return found;
}

const stepsOf = (workflow: Json): readonly Json[] =>
  Array.isArray(workflow['steps']) ? workflow['steps'] : [];

interface PlacedEdge {
  readonly edge: Json;
  readonly pointer: string;
  /** Its fields have no places of their own. */
  readonly isWhole: boolean;
}

/** The edges of a list, else those in steps: `next`, and `branches` by type. Anything but a list is given as it is. */
function edgesOf(workflow: Json): unknown {
  const field = workflow['edges'] !== undefined ? 'edges' : 'connections';
  const list = workflow[field];
  if (Array.isArray(list))
    return list.map((edge: Json, e) => ({ edge, pointer: `/${field}/${e}`, isWhole: false }));
  const isLinked = stepsOf(workflow).some((step) => 'next' in step || 'branches' in step);
  if (list !== undefined || !isLinked) return list;
  const found: PlacedEdge[] = [];
  stepsOf(workflow).forEach((step, s) => {
    const link = (to: unknown, type: string, place: string): void => {
      const edge = { from: step['key'], to, type };
      if (step['key'] !== undefined && typeof to === 'string')
        found.push({ edge, pointer: `/steps/${s}/${place}`, isWhole: true });
    };
    link(step['next'], 'default', 'next');
    const branches = (step['branches'] ?? {}) as Json;
    for (const type of Object.keys(branches)) link(branches[type], type, `branches/${type}`);
  });
  return found;
}

function eventOf(step: Json): { field: string; name?: string } {
  const config = step['config'] as Json;
  const field = config['event_name'] !== undefined ? 'event_name' : 'eventName';
  const name = config[field];
  const names =
    (step['type'] === 'trigger' || step['type'] === 'wait_for_event') &&
    typeof name === 'string' &&
    name.trim() !== '';
  return names ? { field, name } : { field };
}

/** Each length of a step in seconds: 0 for an invalid one, `undefined` for an unknown one. */
function lengthsOf(step: Json): { field: string; seconds: number | undefined }[] {
  const config = step['config'] as Json;
  const fields =
    step['type'] === 'delay'
      ? ['seconds', 'duration']
      : step['type'] === 'wait_for_event'
        ? ['timeout_seconds', 'timeoutSeconds', 'timeout']
        : [];
  const isSet = (field: string): boolean => config[field] !== undefined && config[field] !== null;
  return fields
    .filter(
      (field) =>
        config[field] !== undefined &&
        !(config[field] === null && (step['type'] === 'wait_for_event' || fields.some(isSet))),
    )
    .map((field) => {
      const value = config[field];
      if (/seconds$/i.test(field))
        return { field, seconds: typeof value === 'number' && value > 0 ? value : 0 };
      const known = LENGTHS.find(([text]) => text === value);
      return { field, seconds: known === undefined ? 0 : known[1] };
    });
}

const hasTimeout = (step: Json): boolean => lengthsOf(step).length > 0;

const lower = (value: unknown): string => String(value).toLowerCase();
