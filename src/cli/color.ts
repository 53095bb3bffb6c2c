/** What decides about colour on one stream. */
export interface ColorSituation {
  /** `--color` or `--no-color`, when given. */
  readonly flag?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTTY: boolean;
}

/** Flag > NO_COLOR (non-empty) > FORCE_COLOR (not 0 or false) > a terminal that is not dumb. */
export function wantsColor({ flag, env, isTTY }: ColorSituation): boolean {
  if (flag !== undefined) return flag;
  if (env['NO_COLOR']) return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTTY && env['TERM'] !== 'dumb';
}
