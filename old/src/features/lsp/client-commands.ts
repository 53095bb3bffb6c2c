/** Shows the page of a rule: the argument is its id. */
export const EXPLAIN = 'edgewise.explain';
