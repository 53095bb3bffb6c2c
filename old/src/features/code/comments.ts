import type { File } from '@babel/types';

/** A comment that suppresses the findings of a rule on the next line. */
export interface DisableComment {
  readonly line: number;
  readonly nextLine: number;
  readonly rule: string;
  /** Empty when none is given. */
  readonly reason: string;
}

const DIRECTIVE = 'edgewise-disable-next-line';

export function disableComments(comments: File['comments']): readonly DisableComment[] {
  return (comments ?? []).flatMap(({ value, loc }) => {
    const text = value.replace(/^[\s*]+/, '');
    if (!text.startsWith(DIRECTIVE) || !loc) return [];
    const [rule, ...reason] = text.slice(DIRECTIVE.length).trim().split(/\s+/) as [
      string,
      ...string[],
    ];
    const words = reason.join(' ').replace(/^(?:--|:|–|—)\s*/, '');
    return [{ line: loc.start.line, nextLine: loc.end.line + 1, rule, reason: words }];
  });
}
