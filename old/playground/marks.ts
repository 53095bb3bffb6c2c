import type { TextMark } from './editor.ts';
import type { CheckOutcome } from './protocol.ts';

/** The findings of a check that have a place in a text. */
export function marksIn(checked: CheckOutcome | undefined, name?: string): readonly TextMark[] {
  if (checked === undefined) return [];
  return checked.data.findings.flatMap((found, finding) => {
    const { source, severity, message, help, rule } = found;
    const region = checked.regions[finding];
    if (!region || source !== name) return [];
    const fixes = checked.fixes[finding] ?? [];
    return [{ region, severity, message, help, rule, finding, fixes }];
  });
}
