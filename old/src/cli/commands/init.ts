import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineCommand, type Runtime } from '../../command.ts';
import { escapeText } from '../../core/report/escape.ts';
import {
  CONFIG_NAME,
  findConfig,
  localSchema,
  relativePath,
  repositoryOf,
} from '../../load/config/find.ts';
import { EXIT } from '../../run/exit-code.ts';
import { writeStream } from '../../run/output.ts';
import { packagePath } from '../../run/package-path.ts';
import { writeFileWhole } from '../../run/write-file.ts';
import { FOLDERS, writeEditorSettings } from '../editor-settings.ts';

export default defineCommand({
  name: 'init',
  summary: 'write an initial configuration, and print the CI setup to paste',
  positionals: [],
  flags: {},
  async run(_, { runtime }) {
    const cwd = runtime.cwd();
    const known = findConfig(cwd);
    const done =
      known === undefined
        ? `wrote ${CONFIG_NAME}`
        : `there is a configuration already, ${escapeText(relativePath(cwd, known))}: it was left as it is`;
    if (known === undefined)
      writeFileWhole(
        CONFIG_NAME,
        [configText(localSchema(cwd, 'config'), folderOfWorkflows(cwd))],
        cwd,
      );
    const editor = writeEditorSettings(cwd, runtime.tool.version);
    await writeStream(runtime.stdout, [`${done}\n${editor}\n\n${snippets(cwd, runtime.tool)}`]);
    return EXIT.clean;
  },
});

const folderOfWorkflows = (cwd: string): string =>
  FOLDERS.find((name) => isFolder(join(cwd, name))) ?? '.';

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function configText(schema: string | undefined, folder: string): string {
  const head =
    schema === undefined
      ? ''
      : `  // Editors complete rules and options from this.\n  "$schema": "${schema}",\n\n`;
  return `{
${head}  // correctness: what breaks. recommended: also what is hardly ever meant. strict: also what is worth a look.
  "preset": "recommended",

  // What to check when the command line names nothing: files, folders and patterns, from the folder of this file.
  "files": ["${folder}"],
  // What to leave out of it.
  "ignore": [],

  // error, warning, info or off; or [severity, options]. "edgewise explain" lists them, "edgewise explain RULE" says more.
  "rules": {
    // "excessive-delay": ["warning", { "max": "14 days" }],
    // "unused-event": "off"
  },

  // Other rules for some workflows: by name with *, or id; by "files"; by "status".
  "overrides": [
    // { "workflows": ["Onboarding*"], "rules": { "too-many-emails": "off" } }
  ],

  // Findings that are wanted, each with a reason.
  "suppressions": [
    // { "rule": "cycle", "workflow": "Reminder", "reason": "nags until answered", "expires": "2027-01-31" }
  ]
}
`;
}

/** Each block is complete: a file of that name, or what is added to it. */
function snippets(cwd: string, { version }: Runtime['tool']): string {
  const root = repositoryOf(cwd) ?? cwd;
  const run = `npx --yes ./edgewise-${version}.tgz`;
  const found = [
    ...(isFolder(join(root, '.github')) ? [forGitHub(run)] : []),
    ...(existsSync(join(root, '.gitlab-ci.yml')) ? [forGitLab(run)] : []),
    ...(existsSync(join(root, '.pre-commit-config.yaml')) ? [forPreCommit(run)] : []),
  ];
  const inCi = found.length === 0 ? [`# what CI runs\n${run}\n`] : found;
  return [forRepository(), ...inCi, EXIT_CODES].join('\n');
}

const EXIT_CODES =
  '# exit codes: 0 nothing to fail on, 1 findings, 2 could not run, 3 incomplete; more: docs/ci.md of edgewise\n';

/** The program, as one file of the repository. */
const forRepository = (): string => `# once, in the root of this repository; then commit the file
npm pack --ignore-scripts ${quote(dirname(packagePath('package.json') as string))}
`;

/** One word for a shell. */
const quote = (path: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${escapeText(path)}"`;

const forGitHub = (run: string): string => `# .github/workflows/edgewise.yml
name: edgewise
on: [push, pull_request]
permissions:
  contents: read
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${run}
`;

const forGitLab = (run: string): string => `# .gitlab-ci.yml
edgewise:
  image: node:22
  script:
    - ${run} -f text -f gitlab=gl-code-quality-report.json
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
`;

const forPreCommit = (run: string): string => `# .pre-commit-config.yaml, below "repos:"
  - repo: local
    hooks:
      - id: edgewise
        name: edgewise
        entry: ${run}
        language: system
        files: \\.(json|ndjson|jsonl)(\\.gz)?$
        pass_filenames: false
`;
