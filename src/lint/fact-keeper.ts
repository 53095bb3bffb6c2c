import type { DocumentRef } from '../model/nodes.ts';
import type { AnyRule, FactsContext } from '../rule.ts';
import { createFactTape } from './fact-tape.ts';
import type { Part } from './part.ts';
import { type ActiveRule, optionsAt, type SettingAt } from './settings.ts';
import { NO_TOPIC, topicOf } from './topics.ts';
import { createSeenTopics, placeOfWaiting, type SeenTopics } from './waiting.ts';

/** Asks the rules for their facts, and keeps these with what they are about. */
export interface FactKeeper extends Pick<FactsContext, 'about' | 'note'> {
  /** @param canReturn whether facts may wait, since the workflow can be read once more. */
  keep(context: FactsContext, row: number, canReturn: boolean): void;
  kept(): Pick<Part, 'facts' | 'factsOf' | 'notes'>;
}

interface FactRule {
  readonly active: ActiveRule;
  readonly factsOf: NonNullable<AnyRule['facts']>;
  readonly summaries: boolean;
  readonly places: number[];
  readonly topics: number[];
  readonly notes: Set<string>;
  /** Once a fact has asked whether it can wait. */
  seen: SeenTopics | undefined;
}

/** @param rules those with facts. */
export function createFactKeeper(
  rules: readonly ActiveRule[],
  settingAt: SettingAt | undefined,
  crash: (active: ActiveRule, error: unknown, document: DocumentRef) => void,
): FactKeeper {
  const facts = createFactTape();
  const factRules = rules.map(
    (active): FactRule => ({
      active,
      factsOf: active.rule.facts as FactRule['factsOf'],
      summaries: active.rule.summaries === true,
      places: [],
      topics: [],
      notes: new Set(),
      seen: undefined,
    }),
  );
  let notes: Set<string>;
  let topics: number[];
  // Those of the facts before.
  let told = 0;

  return {
    note: (text) => void notes.add(text),
    about(text, evenAlone = false) {
      const topic = topicOf(text, evenAlone);
      if (!topics.includes(topic, told)) topics.push(topic);
    },
    keep(context, row, canReturn) {
      const { summaryOnly, ref, document, pointer } = context.workflow;
      for (let i = 0; i < factRules.length; i++) {
        const factRule = factRules[i] as FactRule;
        const { active, factsOf, places } = factRule;
        if (summaryOnly && !factRule.summaries) continue;
        ({ notes, topics } = factRule);
        told = topics.length;
        try {
          let fact: unknown = factsOf(context, optionsAt(settingAt, active, document.source, ref));
          const waits = typeof fact === 'function' && canReturn && (factRule.seen ??= createSeenTopics()).areNew(topics, told);
          if (typeof fact === 'function' && !waits) fact = fact();
          if (fact !== undefined) {
            const place = waits ? placeOfWaiting(row) : facts.add(row, fact, { workflow: ref, document, pointer });
            do places.push(place);
            while (places.length < topics.length);
          }
        } catch (error) {
          crash(active, error, document);
        }
        // One that is about nothing, or what a fact would have been about that there is not.
        if (topics.length < places.length) topics.push(NO_TOPIC);
        else topics.length = places.length;
      }
    },
    kept: () => ({
      facts,
      factsOf: new Map(factRules.map(({ active, places, topics: about }) => [active.rule.id, { places, topics: about }])),
      notes: new Map(factRules.map(({ active, notes: noted }) => [active.rule.id, noted])),
    }),
  };
}
