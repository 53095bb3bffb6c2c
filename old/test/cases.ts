import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * An optional corpus beside the checkout, or in the folder that EDGEWISE_TEST_CASES names: workflows as people publish them. Its
 * INDEX.md has a table `file | form | what`, where `what` says BROKEN of those that are.
 */
const given = process.env['EDGEWISE_TEST_CASES'];
export const CASES =
  given === undefined
    ? new URL('../../shared/cases/', import.meta.url)
    : pathToFileURL(`${given}/`);

export const hasCases = existsSync(CASES);

export const readCase = (file: string): string => readFileSync(new URL(file, CASES), 'utf8');
