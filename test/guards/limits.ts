// What a clean ten-step workflow may cost: about 1.3 times what it did when this was set. Lower it when the program got better, and
// think before raising it. docs/performance.md names the limits.

/** Bytes of the heap allocated for a workflow, from the bytes of its file to what is kept of it; its text is 2,500 of them. */
export const ALLOCATED = 34_000;
/** Bytes that are kept of a workflow until the end of the run. */
export const KEPT = 900;
/**
 * Instructions for a workflow, in those that `JSON.parse` of its text takes. They are those of code that is compiled but not optimised:
 * three times as many as a run of some length needs, and more for a loop over bytes. What counts is that they do not become more unnoticed.
 */
export const INSTRUCTIONS = 10.5;
/** Bytes by which the memory of the process grows for each workflow that a file has more than another. */
export const GROWTH = 1_200;
