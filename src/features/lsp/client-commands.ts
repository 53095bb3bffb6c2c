/** Shows the page of a rule: the argument is its id. */
export const EXPLAIN = 'edgewise.explain';

/** Shows a document with a selection: the arguments are its URI and a range. */
export const SHOW = 'edgewise.show';
