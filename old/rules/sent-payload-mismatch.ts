import { payloadsOf } from '../src/core/graph/payloads.ts';
import { readsOf } from '../src/core/graph/reads.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { firstNames, quote, suggestName } from '../src/core/model/label.ts';
import { createNearestKey, nearest } from '../src/core/model/nearest.ts';
import type { ApiCall } from '../src/core/model/nodes.ts';
import { keyPlaceOf, placeOf } from '../src/core/model/place.ts';
import { defineRule, type Report, type Target } from '../src/core/rule.ts';

/** The payload properties that a workflow reads of an event. */
interface PayloadRead {
  readonly event: string;
  readonly property: string;
}

interface Mismatch {
  readonly at: Target;
  /** Mark the name of the property, not its value. */
  readonly isName?: boolean;
  readonly message: string;
  readonly help?: string | undefined;
  readonly isCertain: boolean;
}

type Schema = ReadonlyMap<string, string | undefined>;

/** The JSON types that a schema type accepts. */
const FITTING: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['string']],
  ['number', ['number']],
  ['boolean', ['boolean']],
  ['date', ['string', 'number']],
]);

export default defineRule({
  id: 'sent-payload-mismatch',
  severity: 'error',
  preset: 'recommended',
  category: 'events',
  summary: 'A payload in application code that does not fit the event.',
  why: 'The service refuses a value of the wrong type, and emails are sent without properties that are missing.',
  remedy: 'Send the properties that the event defines, with values of their types.',
  whenOff: 'When your schemas are outdated.',
  needs: { calls: 'any', events: 'partly' },

  summarize({ graph }) {
    const payloads = payloadsOf(graph);
    const reads = new Map<string, PayloadRead>();
    for (const reference of readsOf(graph)) {
      const found = payloads.read(reference.step, reference);
      if (found === undefined) continue;
      const [property] = found.property.split('.') as [string];
      reads.set(`${property} ${found.event}`, { event: found.event, property });
    }
    return reads.size === 0 ? undefined : [...reads.values()];
  },

  compare({ summaries, workspace }, report) {
    const nearestKey = createNearestKey();
    const reads = new Map(
      Array.from(
        groupBy(
          summaries.flatMap(({ summary }) => summary),
          ({ event }) => event,
        ),
        ([event, of]) => [event, new Set(of.map(({ property }) => property))],
      ),
    );
    for (const call of workspace.calls) {
      if (call.event === undefined || call.payload === undefined) continue;
      // A misspelt event has its own finding.
      const schema = workspace.definition(call.event)?.schema;
      const found = schema
        ? mismatchesOf(call, schema, nearestKey)
        : unsentOf(call, reads.get(call.event) ?? new Set());
      const [first, ...others] = found.toSorted(
        (a, b) => Number(b.isCertain) - Number(a.isCertain),
      );
      if (first === undefined) continue;
      report({
        at: first.isName === true ? keyPlaceOf(first.at) : first.at,
        message: first.message,
        help: first.help,
        related: others.map(({ at, isName, message }) => ({
          at: isName === true ? keyPlaceOf(at) : placeOf(at),
          message,
        })),
        fingerprintKey: {
          detail: `${call.event} ${found.map(({ message }) => message).join(' ')}`,
        },
        maxSeverity: first.isCertain ? undefined : 'warning',
      } satisfies Report);
    }
  },
});

function mismatchesOf(
  call: ApiCall,
  schema: Schema,
  nearestKey: ReturnType<typeof createNearestKey>,
): readonly Mismatch[] {
  const { properties, isWhole } = call.payload as NonNullable<ApiCall['payload']>;
  const event = quote(call.event as string);
  const missing = new Set(
    isWhole ? [...schema.keys()].filter((name) => !properties.has(name)) : [],
  );
  const found: Mismatch[] = [];
  for (const [name, type] of properties) {
    const at: Target = [call, 'payload', name];
    const expected = schema.get(name);
    if (!schema.has(name)) {
      const meant =
        nearestKey(name, schema, (other) => !isWhole || missing.has(other)) ??
        [...missing].find((other) => name.startsWith(other) || other.startsWith(name));
      if (meant !== undefined) missing.delete(meant);
      found.push({
        at,
        isName: true,
        isCertain: false,
        message: `${event} has no property ${quote(name)}`,
        help: suggestName(meant) ?? `remove it, or add it to the schema of ${event}`,
      });
      continue;
    }
    const fitting = FITTING.get(expected as string);
    if (type === undefined || type === 'null' || fitting === undefined || fitting.includes(type))
      continue;
    found.push({
      at,
      isCertain: true,
      message: `${quote(name)} of ${event} is a ${type} here, but a ${expected} in the schema`,
      help: `send a ${expected}`,
    });
  }
  const names = [...missing];
  if (names.length > 0) found.push(lackOf(call, names, `properties of ${event}`));
  return found;
}

/** Properties that workflows read, of an event without a schema. */
function unsentOf(call: ApiCall, read: ReadonlySet<string>): readonly Mismatch[] {
  const { properties, isWhole } = call.payload as NonNullable<ApiCall['payload']>;
  const names = [...read].filter((name) => !properties.has(name));
  if (!isWhole || names.length === 0) return [];
  return [lackOf(call, names, 'properties that workflows read')];
}

function lackOf(call: ApiCall, names: readonly string[], what: string): Mismatch {
  const { properties } = call.payload as NonNullable<ApiCall['payload']>;
  const near = nearest(names[0] as string, properties.keys());
  const isOne = names.length === 1;
  return {
    at: [call, 'payload'],
    message: `the payload lacks ${isOne ? quote(names[0] as string) : `${names.length} ${what}`}`,
    help:
      near !== undefined && isOne
        ? `write ${quote(names[0] as string)} instead of ${quote(near)}`
        : `add ${firstNames(names)}`,
    isCertain: false,
  };
}
