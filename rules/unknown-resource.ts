import { stringsOf, valuesOf } from '../src/core/model/config.ts';
import { renameFix, writeFix } from '../src/core/model/fix.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { adviseName, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import type { ContactProperty } from '../src/core/resources/contact-properties.ts';
import { resourceOf } from '../src/core/resources/registry.ts';
import type { Named } from '../src/core/resources/resource.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-resource',
  severity: 'error',
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
  for (const { of = '', value, path } of stringsOf(step)) {
    const type = resourceOf(of);
    if (type === undefined || value.trim() === '') continue;
    const items = workspace.ask<Named>(type.name, 'all');
    const found = items?.find(value);
    if (items === undefined || found?.isBound === false) continue;
    // The name that people see is not the id.
    const called = items.items.find((item) => item.value.name === value)?.value.id;
    const meant = called ?? found?.name;
    report({
      at: [step, ...path],
      message: `${type.noun} ${quote(value)} does not exist`,
      help: adviseName(meant, `write the ${type.names.join(' or ')} of an existing ${type.noun}`),
      fixes: writeFix([step, ...path], meant, 'unsafe'),
      ...(isEmail(step) && type.name === 'templates' && { loses: [step] }),
    });
  }
}

/** Contact properties that are read, compared or set. */
function checkProperties(step: Step, workspace: Workspace, report: ReportFn): void {
  const ask = () => workspace.ask<ContactProperty>('contact_properties', 'all');
  for (const { scope, name, at, use } of referencesOf(step)) {
    if (scope !== 'contact') continue;
    const [, key, rest] = /^properties\.([^.]+)(.*)$/.exec(name) ?? [];
    if (key === undefined || ask() === undefined) continue;
    const found = ask()?.find(key);
    const meant = found && `contact.properties.${found.name}${rest}`;
    const fixes = use === 'text' ? [] : writeFix(at, meant, 'unsafe');
    if (found?.isBound !== false) report({ at, ...describeUnknown(key, found?.name), fixes });
  }
  for (const { name: key, use, value, path } of valuesOf(step)) {
    if (use !== 'property' || ask() === undefined) continue;
    const found = ask()?.find(key);
    const at = [step, ...path] as const;
    const type = found?.item.value.type;
    const fixes = renameFix(at, found?.name, 'unsafe');
    if (found?.isBound !== false)
      report({ at, mark: 'key', fixes, ...describeUnknown(key, found?.name) });
    // There is no type for booleans, and some documents write them as strings.
    else if ([typeof value, type].sort().join() === 'number,string')
      report({
        at,
        message: `contact property ${quote(key)} is a ${type}, but set to a ${typeof value}`,
        help: `write a ${type}`,
        name: key,
        severity: 'warning',
      });
  }
}

const describeUnknown = (key: string, meant: string | undefined) => ({
  message: `contact property ${quote(key)} is not defined`,
  help: adviseName(meant, `define ${quote(key)}, or write the key of a defined property`),
  name: key,
  severity: 'warning' as const,
});
