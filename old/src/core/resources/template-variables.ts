import { createNearest } from '../model/nearest.ts';
import type { TemplateVariable } from './templates.ts';

/** A variable that an email passes: whether its value is not null. */
interface Passed {
  readonly key: string;
  readonly isGiven: boolean;
}

interface VariableMatch<P> {
  /** Variables without a fallback that the email does not pass, without those of a misspelt name. */
  readonly missing: readonly TemplateVariable[];
  /** Variables that the email passes and the template does not declare. */
  readonly undeclared: readonly UndeclaredVariable<P>[];
}

interface UndeclaredVariable<P> {
  readonly variable: P;
  /** The declared variable with the nearest name. */
  readonly meant: TemplateVariable | undefined;
}

export const isRequired = ({ fallback_value }: Pick<TemplateVariable, 'fallback_value'>): boolean =>
  fallback_value === undefined || fallback_value === null;

/** Compares what an email passes with what its template declares. A misspelt variable is one fault, not two. */
export function matchVariables<P extends Passed>(
  passed: readonly P[],
  declared: readonly TemplateVariable[],
): VariableMatch<P> {
  const byKey = new Map(declared.map((variable) => [variable.key, variable]));
  const given = new Set(passed.flatMap(({ key, isGiven }) => (isGiven ? key : [])));
  const undeclared = passed.flatMap((variable): UndeclaredVariable<P>[] => {
    if (byKey.has(variable.key) || isReserved(variable.key)) return [];
    const near = createNearest(byKey.keys())(variable.key, (key) => !given.has(key));
    if (near !== undefined) given.add(near);
    return [{ variable, meant: near === undefined ? undefined : byKey.get(near) }];
  });
  // The service sets reserved names itself.
  const missing = [...byKey.values()].filter(
    (each) => !given.has(each.key) && isRequired(each) && !isReserved(each.key),
  );
  return { missing, undeclared };
}

/** Names of template variables that the service sets itself. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'UNSUBSCRIBE_URL',
  'contact',
  'this',
]);

/** Set in the body of a template; refused as the name of a variable. */
export const UNSUBSCRIBE_LINK = 'RESEND_UNSUBSCRIBE_URL';

export const isReserved = (name: string): boolean =>
  RESERVED_NAMES.has(name) || name === UNSUBSCRIBE_LINK;
