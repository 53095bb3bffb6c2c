// The maximum cost of a clean ten-step workflow: about three times the measured one, so that only what grows without bounds fails.
// docs/internal/performance.md names the limits.

/** Bytes of the heap allocated for a workflow, from the bytes of its file to its findings; its text is 2,500 of them. */
export const ALLOCATED = 100_000;
/** Bytes that are kept of a workflow after the run: its counts, its summaries and the node of its name. */
export const KEPT = 3_000;
/**
 * Instructions for a workflow, in those that `JSON.parse` of its text takes. They are those of code that is compiled but not optimised:
 * three times as many as a run of some length needs, and more for a loop over bytes. What counts is that they do not become more unnoticed.
 */
export const INSTRUCTIONS = 25;
/** Bytes by which the memory of the process grows for each additional workflow in a file. */
export const GROWTH = 30_000;
