interface Facts {
  readonly workflow: { readonly id?: string | undefined };
}

/** The facts of workflows that did not come before: the same workflow in two documents still runs once. */
export function distinctById<T extends Facts>(facts: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return facts.filter(({ workflow: { id } }) => {
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
