import { SYSTEM_EVENTS } from '../src/core/lint/build-workspace.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { adviseName, quote } from '../src/core/model/text.ts';
import { defineRule, exemptOption, optionsOf, type Workspace } from '../src/core/rule.ts';

const options = optionsOf({
  known: exemptOption('Further events that exist without a definition.'),
  system: exemptOption('Prefixes of further events that exist without a definition.'),
});
type Exempt = (typeof options)['defaults'];

export default defineRule({
  id: 'unknown-event',
  severity: 'error',
  stage: 'structure',
  isOfConfigs: true,
  summary: 'A trigger, a wait or code that names an event that is not defined.',
  why: 'An event of another name is sent, so the workflow never starts or the wait never ends.',
  remedy: 'Correct the name, or define the event.',
  options,

  workflow({ steps, workspace }, report, exempt) {
    for (const step of steps) {
      const fault = faultOf(eventNameOf(step), exempt, workspace);
      if (fault === undefined) continue;
      const { meant, safety, ...said } = fault;
      const at = [step, 'config', 'event_name'] as const;
      const isLost = isTrigger(step) && said.severity === 'error';
      const consequence = isLost ? { consequence: 'the workflow never starts' } : {};
      report({ at, ...said, ...consequence, fixes: writeFix(at, meant, safety) });
    }
  },

  workspace({ workspace }, report, exempt) {
    for (const call of workspace.documents.flatMap(({ calls }) => calls)) {
      const { event: name = '', does } = call;
      const isNamed = does === 'send' && name !== '';
      const fault = isNamed ? faultOf(name, exempt, workspace) : undefined;
      if (fault === undefined) continue;
      const { message, help, severity } = fault;
      report({ at: [call, 'event'], message, help, severity, name });
    }
  },
});

/** What is wrong with the name of an event, if anything. */
function faultOf(name: string | undefined, { known, system }: Exempt, workspace: Workspace) {
  if (name === undefined || known.includes(name) || SYSTEM_EVENTS.includes(name)) return undefined;
  if (system.some((prefix) => name.startsWith(prefix))) return undefined;
  if (name.startsWith('resend:')) {
    const meant = nearest(name, SYSTEM_EVENTS);
    return {
      message: `event ${quote(name)} is not defined`,
      help: adviseName(meant, `use one of ${SYSTEM_EVENTS.join(', ')}`),
      severity: meant === undefined ? ('warning' as const) : ('error' as const),
      ...{ meant, safety: 'safe' as const },
    };
  }
  const events = workspace.ask('events', 'some');
  const found = events?.find(name);
  if (events === undefined || found?.isBound === false) return undefined;
  const isPartial = events.completeness === 'partial';
  const advice = `${isPartial ? 'load all events' : `define ${quote(name)}`}, or correct the name`;
  return {
    message: `event ${quote(name)} is not ${isPartial ? 'in the loaded events' : 'defined'}`,
    help: adviseName(found?.name, advice),
    severity: isPartial ? ('warning' as const) : ('error' as const),
    ...{ meant: found?.name, safety: 'unsafe' as const },
  };
}
