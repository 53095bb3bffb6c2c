import type { Graph } from '../graph/graph.ts';
import type { Case, Cases, Given } from './case.ts';
import { Contact } from './contact.ts';

/** Ten independent conditions that meet again have more. */
const MOST_CASES = 1000;

/**
 * Every case of a run: it is followed with the first answer to each open question, then again with
 * each other answer that the facts allow, the last question first.
 */
export function casesOf(graph: Graph, given: Given = { isAnyContact: true }): Cases {
  const cases: Case[] = [];
  const open: (readonly number[])[] = graph.triggers.length === 0 ? [] : [[]];
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    if (cases.length === MOST_CASES) return { cases, isAll: false };
    const known = script;
    const chosen: number[] = [];
    const choose = (answers: number): number => {
      const index = known[chosen.length] ?? 0;
      if (chosen.length >= known.length)
        for (let other = answers - 1; other > 0; other--) open.push([...chosen, other]);
      chosen.push(index);
      return index;
    };
    cases.push(new Contact(graph, given, choose).follow());
  }
  return { cases, isAll: true };
}
