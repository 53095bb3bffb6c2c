import { type FingerprintKey, SEVERITIES, type Severity } from '../../core/model/finding.ts';
import { describeKind, isObject } from '../../core/model/json.ts';
import type { Place } from '../../core/model/nodes.ts';
import { placeOf, type Target } from '../../core/model/place.ts';
import type { AnyRule, Report, ReportFn } from '../../core/rule.ts';

export const HOOKS = [
  'document',
  'event',
  'call',
  'workflow',
  'workspace',
  'summarize',
  'compare',
] as const;

/** A rule of a plugin. Its reports are validated, and faults are thrown, so that they are reported as a crash of this rule. */
export function validateReports(rule: AnyRule): AnyRule {
  const hooks = HOOKS.filter((name) => rule[name] !== undefined).map((name) => {
    const hook = (rule[name] as (...args: unknown[]) => unknown).bind(rule);
    // `summarize` gets no report function.
    if (name === 'summarize')
      return [name, (...args: unknown[]) => refusePromise(hook(...args), name)] as const;
    const run = (context: unknown, given: ReportFn, options: unknown): void => {
      const { report, finish } = examine(given);
      refusePromise(hook(context, report, options), name);
      finish();
    };
    return [name, run] as const;
  });
  return { ...rule, ...Object.fromEntries(hooks) };
}

/** Valid reports are passed on. The first invalid one is thrown, also when the rule catches it. */
function examine(report: ReportFn): { readonly report: ReportFn; finish(): void } {
  let fault: Error | undefined;
  let isOver = false;
  return {
    report(given) {
      if (isOver) return;
      const examined = examineReport(given);
      if (typeof examined !== 'string') return report(examined);
      fault ??= new Error(`it called report with ${examined}`);
      throw fault;
    },
    finish() {
      isOver = true;
      if (fault !== undefined) throw fault;
    },
  };
}

/** A report with known fields only, or its fault. */
function examineReport(given: unknown): Report | string {
  if (!isObject(given)) return `${nameOf(given)} in place of { at, message }`;
  const { message, help, consequence, maxSeverity, related } = given;
  const at = placeIn(given['at']);
  if (at === undefined) return `an "at" that is not a place: ${nameOf(given['at'])}`;
  if (typeof message !== 'string' || message.trim() === '')
    return `a message that is not a string: ${nameOf(message)}`;
  const key = given['fingerprintKey'] ?? {};
  if (!isObject(key)) return `a "fingerprintKey" that is not an object: ${nameOf(key)}`;
  const { names, detail } = key;
  for (const [name, value] of Object.entries({ help, consequence, names, detail }))
    if (value !== undefined && typeof value !== 'string')
      return `a "${name}" that is not a string: ${nameOf(value)}`;
  if (related !== undefined && !Array.isArray(related))
    return `a "related" that is not an array: ${nameOf(related)}`;
  const others: { at: Place; message: string }[] = [];
  for (const other of (related ?? []) as unknown[]) {
    const place = isObject(other) ? placeIn(other['at']) : undefined;
    const text = isObject(other) ? other['message'] : undefined;
    if (place === undefined || typeof text !== 'string')
      return `a "related" that lacks a place or a message: ${nameOf(other)}`;
    others.push({ at: place, message: text });
  }
  return {
    at,
    message,
    ...(typeof help === 'string' && { help }),
    ...(typeof consequence === 'string' && { consequence }),
    ...((names ?? detail) !== undefined && { fingerprintKey: { names, detail } as FingerprintKey }),
    ...(SEVERITIES.includes(maxSeverity as Severity) && { maxSeverity: maxSeverity as Severity }),
    ...(others.length > 0 && { related: others }),
  };
}

function placeIn(at: unknown): Place | undefined {
  const [node, ...path]: unknown[] = Array.isArray(at) ? at : [at];
  if (!isObject(node) || !isRef(node['document'])) return undefined;
  if (!path.every((part) => typeof part === 'string' || typeof part === 'number')) return undefined;
  try {
    if (KINDS.has(node['kind'])) return placeOf(at as Target);
  } catch {
    return undefined;
  }
  const isPlace = at === node && typeof node['pointer'] === 'string' && isObject(node['subject']);
  return isPlace ? (at as Place) : undefined;
}

const KINDS: ReadonlySet<unknown> = new Set(['workflow', 'step', 'edge', 'event', 'list', 'call']);

const isRef = (value: unknown): boolean =>
  isObject(value) && typeof value['source'] === 'string' && typeof value['index'] === 'number';

function refusePromise(given: unknown, hook: string): unknown {
  if (!isObject(given) || typeof given['then'] !== 'function') return given;
  // A later rejection of the promise would end the whole run.
  (given as unknown as PromiseLike<unknown>).then(undefined, () => {});
  throw new Error(`its "${hook}" returned a promise: a check must not be async`);
}

function nameOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return value === undefined ? 'undefined' : describeKind(value);
}
