/** What differs between two exports, or an export and the account. */
export { compareSides, isSame, type Side } from './compare.ts';
export { diffJson } from './json.ts';
export { diffMarkdown, diffText } from './report.ts';
