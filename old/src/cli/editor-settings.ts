import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { localSchema } from '../load/config/find.ts';
import { textOfFile } from '../load/file.ts';
import { writeFileWhole } from '../run/write-file.ts';

const FILE = '.vscode/settings.json';
/** Where workflows usually are. */
export const FOLDERS = ['workflows', 'automations'];

/** The schema that VS Code uses for each file pattern. */
const FILES = {
  config: ['/edgewise.config.json'],
  workflow: [
    ...FOLDERS.map((name) => `/${name}/**/*.json`),
    ...['!events.json', '!*.sim.json', '!.edgewise-pull.json'],
  ],
  events: FOLDERS.map((name) => `/${name}/**/events.json`),
} as const;

/** Adds the schemas of the package to the settings of VS Code, when it is installed in the folder. Returns what was done. */
export function writeEditorSettings(cwd: string, version: string): string {
  const entries = Object.entries(FILES).flatMap(([name, fileMatch]) => {
    const url = localSchema(cwd, name as keyof typeof FILES);
    return url === undefined ? [] : [{ fileMatch, url }];
  });
  if (entries.length === 0)
    return `for completion in editors: npm install --save-dev ./edgewise-${version}.tgz, and run init again`;
  const path = join(cwd, FILE);
  let text = textOfFile(path) ?? '{}';
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) return `${FILE} is not JSON, and was left as it is`;
  if (JSON.stringify(settings)?.includes(entries[0]?.url as string))
    return `${FILE} names the schemas already`;
  for (const entry of entries)
    text = applyEdits(
      text,
      modify(text, ['json.schemas', -1], entry, {
        formattingOptions: { insertSpaces: true, tabSize: 2 },
        isArrayInsertion: true,
      }),
    );
  mkdirSync(join(cwd, '.vscode'), { recursive: true });
  writeFileWhole(path, [text.endsWith('\n') ? text : `${text}\n`], cwd);
  return `wrote ${FILE}: VS Code completes and checks workflows, events and the configuration`;
}
