import { textsOf, writesOf } from '../src/core/model/config.ts';
import { renameFix, writeFix } from '../src/core/model/fix.ts';
import type { At } from '../src/core/model/place.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { describeKind, didYouMean, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import type { ContactProperty } from '../src/core/resources/contact-properties.ts';
import { resourceOf } from '../src/core/resources/registry.ts';
import { defineRule, type ReportFn, type RuleFix, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-resource',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A template, segment, topic or contact property that does not exist.',
  why: 'The step fails, so the contact does not receive the email or is in no segment.',
  remedy: 'Write the id, alias or key of an existing one.',

  workflow({ steps, workspace }, report) {
    for (const step of steps) {
      checkIds(step, workspace, report);
      checkProperties(step, workspace, report);
    }
  },
});

function checkIds(step: Step, workspace: Workspace, report: ReportFn): void {
  for (const { field, value, path } of textsOf(step)) {
    const type = resourceOf(field.of ?? '');
    if (type === undefined || value.trim() === '') continue;
    const items = workspace.ask<{ id?: string; name?: string | null }>(type.name, 'all');
    const found = items?.find(value);
    if (items === undefined || (found !== undefined && !found.isBound)) continue;
    const called = items.items.find((item) => item.value.name === value)?.value.id;
    const meant = called ?? found?.name;
    report({
      at: [step, ...path],
      message: `${type.noun} ${quote(value)} does not exist`,
      help:
        called !== undefined
          ? `this is the name of a ${type.noun}; write its id ${quote(called)}`
          : meant === undefined
            ? `write the ${type.names.join(' or ')} of an existing ${type.noun}, or create it`
            : didYouMean(String(meant)),
      fixes: writeFix([step, ...path], meant, 'unsafe'),
      ...(isEmail(step) && type.name === 'templates' && { loses: [step] }),
    });
  }
}

/** Contact properties that are read, compared or set. */
function checkProperties(step: Step, workspace: Workspace, report: ReportFn): void {
  const reads = referencesOf(step).flatMap(({ scope, name, at, use }): Use | [] => {
    if (scope !== 'contact' || !name.startsWith('properties.')) return [];
    const [key = '', ...rest] = name.slice('properties.'.length).split('.');
    const isWhole = rest.length === 0 && use !== 'text';
    const fix: Use['fix'] = (meant) =>
      isWhole ? writeFix(at, `contact.properties.${meant}`, 'unsafe') : [];
    return { key, at, isKey: false, value: undefined, fix };
  });
  const writes = writesOf(step).flatMap(([field, value]): Use | [] => {
    if (!field.startsWith('properties.')) return [];
    const key = field.slice('properties.'.length);
    const at = [step, 'config', 'properties', key] as const;
    return { key, at, isKey: true, value, fix: (meant) => renameFix(at, meant, 'unsafe') };
  });
  for (const { key, at, isKey, value, fix } of [...reads, ...writes]) {
    const properties = workspace.ask<ContactProperty>('contact_properties', 'all');
    if (properties === undefined) return;
    const found = properties.find(key);
    const type = found?.isBound === false ? found.item.value.type : undefined;
    if (found === undefined || found.isBound)
      report({
        at,
        ...(isKey && { mark: 'key' }),
        message: `contact property ${quote(key)} is not defined`,
        help:
          found === undefined
            ? `define ${quote(key)}, or write the key of a defined property`
            : didYouMean(found.name),
        fixes: found === undefined ? [] : fix(found.name),
        name: key,
        severity: 'warning',
      });
    // There is no type for booleans, and some documents write them as strings.
    else if (
      (type === 'number' && typeof value === 'string') ||
      (type === 'string' && typeof value === 'number')
    )
      report({
        at,
        message: `contact property ${quote(key)} is a ${type}, but set to ${describeKind(value)}`,
        help: `write a ${type}`,
        name: key,
        severity: 'warning',
      });
  }
}

interface Use {
  readonly key: string;
  readonly at: At;
  /** The key itself is the name. */
  readonly isKey: boolean;
  /** That it is set to. */
  readonly value: unknown;
  readonly fix: (meant: string) => readonly RuleFix[];
}
