import { isCode, isOtherLanguage, isTestCode } from '../features/code/names.ts';
import { findNamed } from '../load/expand.ts';
import { textOfFile } from '../load/file.ts';

/** Calls about events and automations, in the spelling of any SDK, and requests. */
const CALL =
  /api\.resend\.com\/(?:events|automations)|\bevents\.(?:send|create)\b|\bautomations\.(?:create|update)\b/i;

/** What to run where workflows are written by programs: for folders without workflows. */
export async function adviseOnPrograms(
  paths: readonly string[],
  cwd: string,
): Promise<string | undefined> {
  const isProgram = (name: string): boolean => isCode(name) || isOtherLanguage(name);
  const isLeftOut = (path: string): string | undefined => (isTestCode(path) ? 'test' : undefined);
  const { inputs } = await findNamed(paths, cwd, isProgram, { ignores: isLeftOut });
  for (const { path = '', source } of inputs) {
    const text = textOfFile(path) ?? '';
    if (!/resend/i.test(text) || !CALL.test(text)) continue;
    const run = 'edgewise record -- COMMAND runs it and checks what it creates';
    const read = isCode(source) ? '; edgewise . reads the source' : '';
    return `${source} calls the service: ${run}${read}`;
  }
  return undefined;
}
