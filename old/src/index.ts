/** The public API: the core, also exported as `edgewise/core`, and functions that need Node. */
export * from './browser.ts';
export { type LiveOptions, lintLive, lintPaths, type PathOptions } from './node.ts';
