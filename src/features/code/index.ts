/** JavaScript and TypeScript as input: what a program sends, defines and creates. */
export { decodeSources } from './documents.ts';
