// The maximum cost of a clean ten-step workflow: about 1.3 times the measured one. Lower it after an improvement, and
// do not raise it without a reason. docs/performance.md names the limits.

/**
 * Bytes of the heap allocated for a workflow, from the bytes of its file to what is kept of it; its text is 2,500 of them. Node 24 needs
 * the most: 32,700, where Node 20 needs 25,000 and Node 22 22,500.
 */
export const ALLOCATED = 33_500;
/** Bytes that are kept of a workflow until the end of the run. */
export const KEPT = 900;
/**
 * Instructions for a workflow, in those that `JSON.parse` of its text takes. They are those of code that is compiled but not optimised:
 * three times as many as a run of some length needs, and more for a loop over bytes. What counts is that they do not become more unnoticed.
 */
export const INSTRUCTIONS = 10.5;
/** Bytes by which the memory of the process grows for each additional workflow in a file. */
export const GROWTH = 1_200;
