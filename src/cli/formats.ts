import { nearest } from '../model/nearest.ts';
import { FORMATS } from '../report/formats.ts';
import { UserError } from './user-error.ts';

/** One report to make: `-f NAME` goes to stdout, `-f NAME=FILE` to a file. */
export interface ReportTarget {
  readonly format: string;
  readonly file: string | undefined;
}

/** The reports asked for; text on stdout when none is. */
export function parseFormats(given: readonly string[], known: readonly string[] = [...FORMATS.keys()]): readonly ReportTarget[] {
  if (given.length === 0) return [{ format: 'text', file: undefined }];
  const targets = given.map((value) => {
    const equals = value.indexOf('=');
    const format = equals === -1 ? value : value.slice(0, equals);
    const file = equals === -1 ? undefined : value.slice(equals + 1);
    if (!known.includes(format)) {
      const near = nearest(format, known);
      throw new UserError(`unknown format "${format}"`, `${near === undefined ? '' : `did you mean "${near}"? `}formats: ${known.join(', ')}`);
    }
    if (file === '') throw new UserError(`no file given in -f ${value}`, `-f ${format} for standard output, -f ${format}=FILE for a file`);
    return { format, file };
  });
  const onStdout = targets.filter(({ file }) => file === undefined);
  if (onStdout.length > 1) {
    throw new UserError(
      `only one report can go to standard output, not ${onStdout.map(({ format }) => format).join(' and ')}`,
      'give the others a file: -f NAME=FILE',
    );
  }
  return targets;
}

/** Formats for programs: stdout then holds one well-formed document, whatever happened. */
export function isMachineFormat(format: string): boolean {
  return FORMATS.has(format) && !FOR_PEOPLE.includes(format);
}

const FOR_PEOPLE = ['text', 'compact', 'github', 'markdown', 'agent'];
