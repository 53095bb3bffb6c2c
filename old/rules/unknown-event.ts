import { eventNameOf } from '../src/core/model/config.ts';
import type { Severity } from '../src/core/model/finding.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
import { createNearest, isSameSeries } from '../src/core/model/nearest.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst, placeOf } from '../src/core/model/place.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule, namesOption, optionsOf } from '../src/core/rule.ts';

interface Mention {
  readonly place: Place;
  readonly name: string;
  readonly isTrigger: boolean;
}

export default defineRule({
  id: 'unknown-event',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'A trigger or wait for an event that is not defined.',
  why: 'An event of another name is sent, so the workflow never starts or the wait never ends.',
  remedy: 'Correct the name, or define the event.',
  whenOff:
    'When your events are defined only when they are first sent; the option "severityOnPartial" is better.',
  options: optionsOf({
    system: namesOption(['resend:'], 'Prefixes of the events of the service itself.'),
    severityOnPartial: {
      default: 'warning' as Severity,
      schema: {
        description:
          'The severity when the list of events is partial, since an event that is not in it may exist.',
        enum: ['error', 'warning', 'info'],
      },
    },
  }),
  needs: { events: 'any' },
  isCause: true,

  summarize({ workflow, workspace }, { system }) {
    const mentions = workflow.steps.flatMap((step): Mention | [] => {
      const name = step.spec.event === undefined ? undefined : eventNameOf(step);
      if (name === undefined || workspace.definition(name) !== undefined) return [];
      if (system.some((prefix) => name.startsWith(prefix))) return [];
      const place = placeOf([step, 'config', 'event_name']);
      return { place, name, isTrigger: isTrigger(step) };
    });
    return mentions.length === 0 ? undefined : mentions;
  },

  compare({ summaries, workspace }, report, { severityOnPartial }) {
    const near = createNearest(namesOf(workspace.definitions));
    const isPartial = workspace.events === 'partial';
    const nameless = workspace.definitions.filter(({ name }) => name === undefined).length;
    const unknown = summaries.flatMap(({ summary, workflow, document }) =>
      summary
        // In a part of the run, fewer events may be known.
        .filter(({ name }) => workspace.definition(name) === undefined)
        .map((mention) => ({ ...mention, workflow, source: document.source })),
    );
    const groups = groupBy(unknown, ({ name, source }) => joinNames(source, name));
    for (const mentions of groups.values()) {
      const [{ name, workflow, place }] = mentions;
      const nearest = near(name);
      // The missing part of a list has other numbers too.
      const isSeries = isPartial && nearest !== undefined && isSameSeries(name, nearest);
      const meant = isSeries ? undefined : nearest;
      const places = mentions.map((each) => each.place);
      const workflows = new Set(mentions.map((each) => each.workflow)).size;
      const where =
        workflows > 1
          ? `, in ${workflows} workflows`
          : places.length === 1
            ? ''
            : `, in ${places.length} steps`;
      report({
        ...atFirst(places),
        // A suppression for one workflow must not hide the others.
        ...(workflows > 1 && { at: { ...place, subject: {} } }),
        message: `event ${quote(name)} is not ${isPartial ? 'in the partial list of events' : 'defined'}${where}`,
        help:
          suggestName(meant) ??
          `${isPartial ? 'load the whole list of events' : `define ${quote(name)}`}, or write the name of a defined event`,
        consequence:
          mentions.some((each) => each.isTrigger) && !isPartial
            ? `the workflow${workflows === 1 ? '' : 's'} never start${workflows === 1 ? 's' : ''}`
            : undefined,
        fixes: writeFix(places, meant, 'unsafe'),
        fingerprintKey: {
          names: workflows > 1 ? name : groupIdentity(workflow),
          detail: name,
        },
        maxSeverity: isPartial ? severityOnPartial : undefined,
        // A definition without a name has its own finding, and may be the one that is meant.
        explainedBy: groups.size <= nameless ? 'invalid-shape' : undefined,
      });
    }
  },
});

function* namesOf(definitions: readonly { readonly name: string | undefined }[]): Iterable<string> {
  for (const { name } of definitions) if (name !== undefined) yield name;
}
