import { nearest } from '../model/nearest.ts';
import { isReserved } from '../model/reserved-names.ts';
import type { VariableUse } from '../model/resource-uses.ts';
import type { TemplateVariable } from './templates.ts';

interface VariableMatch {
  /** Variables without a fallback that the email does not pass, and that no undeclared one seems to mean. */
  readonly missing: readonly TemplateVariable[];
  /** What the email passes and the template does not declare. */
  readonly undeclared: readonly UndeclaredVariable[];
}

interface UndeclaredVariable {
  readonly variable: VariableUse;
  /** The declared variable with the nearest name. */
  readonly meant: TemplateVariable | undefined;
}

export const isRequired = ({ fallback_value }: TemplateVariable): boolean =>
  fallback_value === undefined || fallback_value === null;

/** Compares what an email passes with what its template declares. A misspelt variable is one fault, not two. */
export function matchVariables(
  passed: readonly VariableUse[],
  declared: readonly TemplateVariable[],
): VariableMatch {
  const byKey = new Map(declared.map((variable) => [variable.key, variable]));
  const given = new Set(passed.flatMap(({ key, constant }) => (constant === 'null' ? [] : key)));
  const open = new Map(declared.flatMap((each) => (given.has(each.key) ? [] : [[each.key, each]])));
  const undeclared = passed.flatMap((variable): UndeclaredVariable[] => {
    if (byKey.has(variable.key) || isReserved(variable.key)) return [];
    const near = nearest(variable.key, open.keys());
    const meant = near === undefined ? undefined : open.get(near);
    if (near !== undefined) open.delete(near);
    return [{ variable, meant }];
  });
  // The service sets reserved names itself.
  const missing = [...open.values()].filter((each) => isRequired(each) && !isReserved(each.key));
  return { missing, undeclared };
}
