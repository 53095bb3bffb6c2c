import { sha256 } from '@noble/hashes/sha2.js';
import style from '../../dist/page/main.css.txt';
import script from '../../dist/page/main.js.txt';

/** The page's script and style, as built from src/report-page. A tab in a literal is written as people write it: no report has raw controls. */
export const SCRIPT: string = script.trim().replaceAll('\t', '\\t');
export const STYLE: string = style.trim();

/** The name by which a policy allows a text and no other. */
export function policyHash(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`;
}
