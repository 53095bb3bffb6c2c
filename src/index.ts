/** The public API: the core, which `edgewise/core` is by itself, and what needs Node. */
export * from './browser.ts';
export type { Resource } from './features/live/account.ts';
export { type LiveOptions, lintLive, lintPaths, type PathOptions } from './node.ts';
