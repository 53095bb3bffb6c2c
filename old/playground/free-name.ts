import type { NamedText } from './protocol.ts';

/** The name, or the first with a number that is not taken: `workflow-2.json`. */
export function freeName(name: string, others: readonly NamedText[]): string {
  const taken = new Set(others.map((other) => other.name));
  if (!taken.has(name)) return name;
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  let n = 2;
  while (taken.has(`${stem}-${n}${ending}`)) n++;
  return `${stem}-${n}${ending}`;
}
