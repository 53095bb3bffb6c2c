import { eventNameOf } from '../src/core/model/config.ts';
import type { Severity } from '../src/core/model/finding.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity, joinNames } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import { createNearest, isSameSeries } from '../src/core/model/nearest.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { atFirst, placeOf } from '../src/core/model/place.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { pluralize } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

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
  since: '0.1.0',
  summary: 'A trigger or wait for an event that is not defined.',
  why: 'An event of another name is sent, so the workflow never starts or the wait never ends.',
  remedy: 'Correct the name, or define the event.',
  whenOff:
    'When your events are defined only when they are first sent; the option "severityOnPartial" is better.',
  options: {
    defaults: {
      system: ['resend:'] as readonly string[],
      severityOnPartial: 'warning' as Severity,
    },
    schema: {
      system: {
        description: 'Prefixes of the events of the service itself.',
        type: 'array',
        items: { type: 'string', minLength: 1 },
        uniqueItems: true,
      },
      severityOnPartial: {
        description:
          'The severity when the list of events is partial, since an event that is not in it may exist.',
        enum: ['error', 'warning', 'info'],
      },
    },
  },
  needs: { events: 'any' },
  isCause: true,

  summarize({ workflow, workspace }, { system }) {
    let mentions: Mention[] | undefined;
    for (const step of workflow.steps) {
      if (step.spec.event === undefined) continue;
      const name = eventNameOf(step);
      if (
        name === undefined ||
        workspace.definition(name) !== undefined ||
        system.some((prefix) => name.startsWith(prefix))
      )
        continue;
      (mentions ??= []).push({
        place: placeOf([step, 'config', 'event_name']),
        name,
        isTrigger: isTrigger(step),
      });
    }
    return mentions;
  },

  compare({ summaries, workspace }, report, { severityOnPartial }) {
    const near = createNearest(namesOf(workspace.definitions));
    const isPartial = workspace.events === 'partial';
    const unknown = summaries.flatMap(({ summary, workflow }) =>
      [...groupBy(summary, ({ name }) => name)]
        // In a part of the run, fewer events may be known.
        .filter(([name]) => workspace.definition(name) === undefined)
        .map(([name, mentions]) => ({
          name,
          mentions,
          workflow,
          places: mentions.map(({ place }) => place),
          meant: near(name),
        })),
    );
    const workflows = new Set(unknown.map(({ workflow }) => workflow)).size;
    // Most of these events may be in the missing part of the list.
    if (isPartial && severityOnPartial !== 'error' && workflows > 1) {
      const names = [...new Set(unknown.map(({ name }) => name))];
      const [first, ...others] = unknown.map(({ name, places, meant }) => ({
        at: places[0] as Place,
        message: `event ${quote(name)}${meant === undefined || isSameSeries(name, meant) ? '' : `; did you mean ${quote(meant)}?`}`,
      }));
      const more = names.length === 1 ? 'is' : `and ${pluralize(names.length - 1, 'other')} are`;
      report({
        // A suppression for one workflow must not hide the others.
        at: { ...(first?.at as Place), subject: {} },
        related: others,
        message: `event ${quote(names[0] as string)} ${more} not in the partial list of events, in ${workflows} workflows`,
        help: 'load the whole list of events, or write the names of defined events',
        identity: joinNames(names.toSorted()[0]),
        atMost: severityOnPartial,
      });
      return;
    }
    for (const { name, mentions, workflow, places, meant } of unknown) {
      const where = places.length === 1 ? '' : `, in ${places.length} steps`;
      report({
        ...atFirst(places as [Place, ...Place[]]),
        message: `event ${quote(name)} is not ${isPartial ? 'in the partial list of events' : 'defined'}${where}`,
        help:
          meant === undefined
            ? `${isPartial ? 'load the whole list of events' : `define ${quote(name)}`}, or write the name of a defined event`
            : `did you mean ${quote(meant)}?`,
        consequence:
          mentions.some(({ isTrigger }) => isTrigger) && !isPartial
            ? 'the workflow never starts'
            : undefined,
        fixes: writeFix(places, meant, 'unsafe'),
        detail: name,
        identity: groupIdentity(workflow, places),
        ...(isPartial && { atMost: severityOnPartial }),
      });
    }
  },
});

function* namesOf(definitions: readonly { readonly name: string | undefined }[]): Iterable<string> {
  for (const { name } of definitions) if (name !== undefined) yield name;
}
