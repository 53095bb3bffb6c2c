import { sha256 } from '@noble/hashes/sha2.js';
import style from '../../../dist/page/main.css.txt';
import script from '../../../dist/page/main.js.txt';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f]/g;

/** As built from src/report-page. Control characters are escaped, since no report may contain them. */
export const SCRIPT: string = script
  .trim()
  .replace(CONTROL, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
export const STYLE: string = style.trim();

/** The source expression of a content security policy. */
export function policyHash(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`;
}
