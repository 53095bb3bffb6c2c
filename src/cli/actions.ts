import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Result } from '../model/finding.ts';
import { escapeText } from '../report/escape.ts';
import type { ReportContext } from '../report/reporter.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';

/** Where relative sources start below the checkout, as CI says; `undefined` outside of CI, or at its root. */
export function folderInCheckout({ env, cwd }: Pick<Program, 'env' | 'cwd'>): string | undefined {
  const root = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  if (!root) return undefined;
  const folder = relative(root, cwd()).replaceAll('\\', '/');
  return folder === '' || folder.startsWith('..') || folder.includes(':') ? undefined : folder;
}

/** In GitHub Actions the text report is followed by annotations, and the job's summary gets a report of its own. */
export function wantsAnnotations(flag: boolean | undefined, { env }: Pick<Program, 'env'>): boolean {
  return flag !== false && env['GITHUB_ACTIONS'] === 'true';
}

export async function annotate(result: Result, context: ReportContext, program: Program): Promise<void> {
  const { annotations } = await import('../report/github.ts');
  await writeStream(program.stdout, annotations(result, context));
  const summary = program.env['GITHUB_STEP_SUMMARY'];
  if (!summary) return;
  const { comment } = await import('../report/comment.ts');
  try {
    appendFileSync(summary, `${[...comment(result, context)].join('')}\n`);
  } catch (error) {
    // Nobody asked for it by name, so it is no reason to fail.
    await writeStream(program.stderr, [
      `edgewise: the job's summary could not be written: ${escapeText(error instanceof Error ? error.message : String(error))}\n`,
    ]);
  }
}
