import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand, type Runtime } from '../../command.ts';
import { escapeText } from '../../core/report/escape.ts';
import {
  CONFIG_NAME,
  findConfig,
  localSchema,
  repositoryOf,
  wayFrom,
} from '../../load/config/find.ts';
import { EXIT } from '../../run/exit-code.ts';
import { writeStream } from '../../run/output.ts';
import { writeFileWhole } from '../../run/write-file.ts';
import { FOLDERS, writeEditorSettings } from '../editor-settings.ts';

export default defineCommand({
  name: 'init',
  summary: 'write an initial configuration, and show the CI setup',
  positionals: [],
  flags: {},
  async run(_, { runtime }) {
    const cwd = runtime.cwd();
    const known = findConfig(cwd);
    const done =
      known === undefined
        ? `wrote ${CONFIG_NAME}`
        : `there is a configuration already, ${escapeText(wayFrom(cwd, known))}: it was left as it is`;
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

  // error, warning, info or off; or [severity, options]. "edgewise rules" lists them, "edgewise explain RULE" says more.
  "rules": {
    // "excessive-delay": ["warning", { "max": "14 days" }],
    // "unused-event": "off"
  },

  // Other rules for some workflows: by name with *, or id; by "files"; by "status".
  "overrides": [
    // { "workflows": ["Onboarding*"], "rules": { "too-many-emails": "off" } }
  ],

  // Findings that are wanted, each with a reason. "edgewise suppress FINGERPRINT --reason TEXT" adds one.
  "suppressions": [
    // { "rule": "cycle", "workflow": "Reminder", "reason": "nags until answered", "expires": "2027-01-31" }
  ]
}
`;
}

function snippets(cwd: string, { version }: Runtime['tool']): string {
  const root = repositoryOf(cwd) ?? cwd;
  const tarball = `edgewise-${version}.tgz`;
  const run = `npx --yes ./${tarball}`;
  const found = [
    ...(isFolder(join(root, '.github')) ? [forGitHub(run)] : []),
    ...(existsSync(join(root, '.gitlab-ci.yml')) ? [forGitLab(run)] : []),
    ...(existsSync(join(root, '.pre-commit-config.yaml')) ? [forPreCommit(version)] : []),
  ];
  return found.length === 0
    ? `in your CI, run: ${run}\n${WHERE}it exits with 1 when there are errors, with 2 when it could not run, with 3 when something was missing\n`
    : `${found.join('\n')}\n${WHERE}more on each of them, and on others: docs/ci.md in the repository of edgewise\n`;
}

const WHERE =
  'the tarball is what "npm pack" writes in the repository of edgewise: keep it in yours. replace HOST and OWNER by where edgewise is\n';

const forGitHub = (run: string): string => `for GitHub Actions, .github/workflows/edgewise.yml:

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

or, in place of the last two steps, the action, which can write SARIF for code scanning as well:

      - uses: OWNER/edgewise@v0
`;

const forGitLab = (run: string): string => `for GitLab, add to .gitlab-ci.yml:

edgewise:
  image: node:22
  script:
    - ${run} -f text -f gitlab=gl-code-quality-report.json
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json

or copy the job that comes with edgewise, docs/ci/gitlab.yml: its findings are listed among the tests as well
`;

const forPreCommit = (
  version: string,
): string => `for pre-commit, add to the repos of .pre-commit-config.yaml:

  - repo: https://HOST/OWNER/edgewise
    rev: v${version}
    hooks:
      - id: edgewise
`;
