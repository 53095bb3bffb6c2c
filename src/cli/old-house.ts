import { packageFile } from './package-file.ts';

/** The whole command line, by the old house, which sets the exit code of the process. */
export async function runOld(): Promise<undefined> {
  await import(packageFile('dist/old.js').href);
  return undefined;
}
