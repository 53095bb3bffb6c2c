import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFIG_NAME, findConfig, wayFrom } from '../config/find.ts';
import { escapeText } from '../report/escape.ts';
import type { Args } from './args.ts';
import { EXIT } from './exit-code.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { UserError } from './user-error.ts';

/** `edgewise init`: writes a configuration to start from, unless there is one, and shows what goes into the CI it finds. */
export async function init({ positional }: Args, program: Program): Promise<number> {
  const [unexpected] = positional;
  if (unexpected !== undefined) throw new UserError(`"init" takes no argument, but got "${unexpected}"`, 'it writes into the folder it is started in');
  const cwd = program.cwd();
  const known = findConfig(cwd);
  const lines: string[] = [];
  if (known === undefined) {
    writeFileWhole(join(cwd, CONFIG_NAME), [configText(program.tool.homepage, folderOfWorkflows(cwd))]);
    lines.push(`wrote ${CONFIG_NAME}`);
  } else lines.push(`there is a configuration already, ${escapeText(wayFrom(cwd, known))}: it was left as it is`);
  await writeStream(program.stdout, [[...lines, '', ...snippet(cwd, program.tool), ''].join('\n')]);
  return EXIT.clean;
}

const FOLDERS = ['workflows', 'automations'];

const folderOfWorkflows = (cwd: string): string => FOLDERS.find((name) => isFolder(join(cwd, name))) ?? '.';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function configText(homepage: string, folder: string): string {
  return `{
  // Editors complete rules and options from this.
  "$schema": "${homepage}/schemas/config.schema.json",

  // correctness: what breaks. recommended: also what is hardly ever meant. strict: also what is worth a look.
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

function snippet(cwd: string, { version, homepage }: Program['tool']): readonly string[] {
  const root = rootOf(cwd);
  const run = `npx --yes edgewise@${version}`;
  const snippets: string[] = [];
  if (isFolder(join(root, '.github'))) snippets.push(...forGitHub(run));
  if (existsSync(join(root, '.gitlab-ci.yml'))) snippets.push(...(snippets.length > 0 ? [''] : []), ...forGitLab(run));
  if (existsSync(join(root, '.pre-commit-config.yaml'))) snippets.push(...(snippets.length > 0 ? [''] : []), ...forPreCommit(version));
  if (snippets.length > 0) snippets.push('', `more on each of them, and on others: ${homepage}/ci.md`);
  return snippets.length > 0
    ? snippets
    : [`in your CI, run: ${run}`, 'it exits with 1 when there are errors, with 2 when it could not run, with 3 when something was missing'];
}

/** The root of the repository, or the folder itself outside of one. */
function rootOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

function forGitHub(run: string): readonly string[] {
  return [
    'for GitHub Actions, .github/workflows/edgewise.yml:',
    '',
    'name: edgewise',
    'on: [push, pull_request]',
    'permissions:',
    '  contents: read',
    'jobs:',
    '  lint:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '        with:',
    '          persist-credentials: false',
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 22',
    `      - run: ${run}`,
    '',
    'or, in place of the last two steps, the action, which can write SARIF for code scanning as well:',
    '',
    '      - uses: OWNER/edgewise@v0',
  ];
}

function forGitLab(run: string): readonly string[] {
  return [
    'for GitLab, add to .gitlab-ci.yml:',
    '',
    'edgewise:',
    '  image: node:22',
    '  script:',
    `    - ${run} -f text -f gitlab=gl-code-quality-report.json`,
    '  artifacts:',
    '    when: always',
    '    reports:',
    '      codequality: gl-code-quality-report.json',
    '',
    'or copy the job that comes with edgewise, docs/ci/gitlab.yml: its findings stand among the tests, too',
  ];
}

function forPreCommit(version: string): readonly string[] {
  return [
    'for pre-commit, add to the repos of .pre-commit-config.yaml:',
    '',
    '  - repo: https://git.example/OWNER/edgewise',
    `    rev: v${version}`,
    '    hooks:',
    '      - id: edgewise',
  ];
}
