import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { escapeText } from '../../core/report/escape.ts';
import { TOOL } from '../../core/report/tool.ts';
import { CONFIG_NAME, findConfig } from '../../node/config-files.ts';
import { EXIT } from '../../node/exit-code.ts';
import { stateOf } from '../../node/files.ts';
import { writeOut } from '../../node/streams.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { defineCommand } from '../command.ts';

export const init = defineCommand({
  name: 'init',
  describe: 'write a configuration, and print the CI setup to paste',
  usage: 'edgewise init',
  options: {},
  mostWords: 0,
  run: runInit,
});

async function runInit(): Promise<number> {
  const cwd = process.cwd();
  const known = findConfig(cwd);
  if (known === undefined) writeFileWhole(CONFIG_NAME, [configText(cwd)]);
  const done =
    known === undefined
      ? `wrote ${CONFIG_NAME}`
      : `${escapeText(relative(cwd, known))} is there already, and is not changed`;
  const run = `npx --yes ./edgewise-${TOOL.version}.tgz`;
  await writeOut([`${done}\n\n${workflowFor(run)}\n${EXIT_CODES}`]);
  return EXIT.clean;
}

const FOLDERS = ['workflows', 'automations', 'emails', 'exports'];

/** @param cwd the folder whose exports are checked. */
function configText(cwd: string): string {
  const isFolder = (name: string): boolean => stateOf(join(cwd, name)) === 'folder';
  const schema = './node_modules/edgewise/schemas/config.schema.json';
  const head = existsSync(join(cwd, schema)) ? `  "$schema": "${schema}",\n` : '';
  return `{
${head}  // recommended: what is hardly ever meant. strict: also what is worth a look.
  "preset": "recommended",

  // What to check without arguments: files, folders and patterns, from the folder of this file.
  "files": ["${FOLDERS.find(isFolder) ?? '.'}"],
  "ignore": [],

  // error, warning, info or off; or [severity, options]. "edgewise explain" lists the rules.
  "rules": {
    // "unused-event": "off"
  },

  // Other rules for some workflows: by name with *, or id; by "files"; by "status".
  "overrides": [
    // { "workflows": ["Onboarding*"], "rules": { "contact-pressure": "off" } }
  ],

  // Findings that are wanted, each with a reason.
  "suppressions": [
    // { "rule": "cycle", "workflow": "Reminder", "reason": "on purpose", "expires": "2027-01-31" }
  ]
}
`;
}

const workflowFor = (run: string): string =>
  `# .github/workflows/edgewise.yml, with the archive of edgewise in the repository
name: edgewise
on: [push, pull_request]
permissions:
  contents: read
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${run}
`;

const EXIT_CODES =
  '# exit codes: 0 nothing to fail on, 1 findings, 2 could not run, 3 incomplete answer\n';
