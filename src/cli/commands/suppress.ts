import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineCommand, type Runtime } from '../../command.ts';
import { isDate } from '../../core/config/date.ts';
import { addSuppressions, newConfig } from '../../core/config/edit.ts';
import {
  isSuppressible,
  type Suppression,
  suppress,
  suppressionsOf,
} from '../../core/lint/suppress.ts';
import type { Finding } from '../../core/model/finding.ts';
import { escapeText } from '../../core/report/escape.ts';
import { isCode } from '../../features/code/names.ts';
import { CONFIG_NAME, localSchema, relativePath } from '../../load/config/find.ts';
import { parseConfigText } from '../../load/config/text.ts';
import { beginRun } from '../../run/begin-run.ts';
import { EXIT } from '../../run/exit-code.ts';
import { textFlag } from '../../run/flag.ts';
import { LIVE_FLAGS, pick, RULE_FLAGS } from '../../run/flags.ts';
import { loadNamed } from '../../run/named-sources.ts';
import { writeStream } from '../../run/output.ts';
import { neededBy } from '../../run/resource-choice.ts';
import { runItems } from '../../run/run.ts';
import { configPath } from '../../run/setup.ts';
import { UserError } from '../../run/user-error.ts';
import { writeFileWhole } from '../../run/write-file.ts';

// The whole fingerprint, or a unique prefix.
const FINGERPRINT = /^[0-9a-f]{6,16}$/;
// RULE@FILE:LINE
const PLACE = /^([\w/-]+)@(.+):(\d{1,9})$/s;
const isWanted = (word: string): boolean => FINGERPRINT.test(word) || PLACE.test(word);

export default defineCommand({
  name: 'suppress',
  summary: 'silence findings with a reason; each is named by RULE@FILE:LINE or fingerprint',
  positionals: ['FINGERPRINT…', '[paths…]'],
  flags: {
    reason: textFlag('TEXT', 'why the finding is fine; required'),
    expires: textFlag('DAY', 'the last day on which it is, such as 2027-01-31'),
    ...RULE_FLAGS,
    ...pick('ignore', 'events', 'status', 'workflow', 'live'),
    ...LIVE_FLAGS,
  },
  examples: [
    [
      'edgewise suppress 1f3a9c0b7d2e4f60 --reason "the loop ends when the contact answers"',
      'checks as configured, and writes a suppression',
    ],
    [
      'edgewise suppress cycle@workflows/welcome.json:12 --reason "repeats on purpose"',
      'the same by rule, file and line',
    ],
  ],
  async run(given, context) {
    const { runtime } = context;
    const wanted = given.positional.filter(isWanted);
    const named = given.positional.filter((word) => !isWanted(word));
    if (wanted.length === 0)
      throw new UserError(
        'suppress which findings?',
        'name each by RULE@FILE:LINE or by its fingerprint: edgewise --show-ids',
      );
    refuseCode(given.positional, given.reason);
    if (given.config === false)
      throw new UserError(
        'a suppression is written into the configuration: --no-config leaves no room for it',
      );
    const run = await beginRun(given, context);
    const { args, config, active, today } = run;
    const { reason, expires } = checkWords(args, today);
    const needed = neededBy(active);
    const { items, wanted: input } = await loadNamed(run, { paths: named, needed }, context);
    // All findings, also those that are accepted already.
    const { result } = runItems(items, { ...run.settings, ...input, acceptance: undefined });

    const suppressedBy = suppress(result.findings, config.suppressions, today).by;
    const found = wanted.flatMap((word) => findingsOf(word, result.findings));
    const fresh = [...new Set(found)].filter((finding) => !suppressedBy.has(finding));
    const lines = found.flatMap((finding) => {
      const by = suppressedBy.get(finding);
      return by === undefined ? [] : `${finding.fingerprint} is suppressed already, by ${by.from}`;
    });
    if (fresh.length > 0) {
      const cwd = runtime.cwd();
      const path = configPath(args, cwd) ?? join(cwd, CONFIG_NAME);
      const suppressions = suppressionsOf(fresh, result.findings, reason, expires);
      write(path, suppressions, runtime);
      for (const { rule, message, location } of fresh)
        lines.push(
          `${relativePath(cwd, path)}: suppressed ${rule} in ${location.source}: ${message}`,
        );
    }
    await writeStream(
      runtime.stdout,
      lines.map((line) => `${escapeText(line)}\n`),
    );
    return EXIT.clean;
  },
});

/** Findings of code are suppressed in the code. */
function refuseCode(words: readonly string[], reason = 'REASON'): void {
  for (const word of words) {
    const [, rule = 'RULE', file = word, line] = PLACE.exec(word) ?? [];
    if (!isCode(file)) continue;
    const where = line === undefined ? 'above the line of the finding' : `above line ${line}`;
    throw new UserError(
      `"${file}" is code: a comment suppresses its findings`,
      `write ${where}: // edgewise-disable-next-line ${rule} ${reason}`,
    );
  }
}

type Given = Record<'reason' | 'expires', string | undefined>;

function checkWords(
  { reason, expires }: Given,
  today: string,
): Given & { readonly reason: string } {
  if (reason === undefined || reason.trim() === '')
    throw new UserError(
      'a suppression needs a reason',
      'such as --reason "the loop ends when the contact answers"',
    );
  if (expires !== undefined && !isDate(expires))
    throw new UserError(`--expires wants a day, not "${expires}"`, 'such as --expires 2027-01-31');
  if (expires !== undefined && expires < today)
    throw new UserError(`--expires ${expires} is over already: today is ${today}`);
  return { reason, expires };
}

/** All findings of a rule on a line, or the one of a fingerprint. */
function findingsOf(word: string, findings: readonly Finding[]): readonly Finding[] {
  const [, id, source, line] = PLACE.exec(word) ?? [];
  if (id === undefined) return [findingOf(word, findings)];
  const ofRule = findings.filter(({ rule, location }) => rule === id && location.source === source);
  const found = ofRule.filter(({ location }) => location.region?.startLine === Number(line));
  if (found.length === 0) {
    const lines = ofRule.flatMap(({ location }) => location.region?.startLine ?? []);
    throw new UserError(
      `no finding of "${id}" is at line ${line} of "${source}"`,
      lines.length > 0
        ? `findings of this rule are at line ${lines.slice(0, 5).join(', ')}`
        : 'name the file as the report does',
    );
  }
  return found.map((finding) => suppressible(finding));
}

function suppressible(finding: Finding): Finding {
  if (isSuppressible(finding.rule)) return finding;
  throw new UserError(
    `"${finding.rule}" cannot be suppressed: what could not be read was not checked`,
    'leave the file out, or correct it',
  );
}

function findingOf(fingerprint: string, findings: readonly Finding[]): Finding {
  const [finding, another] = findings.filter((each) => each.fingerprint.startsWith(fingerprint));
  if (finding === undefined)
    throw new UserError(
      `no finding has the fingerprint ${fingerprint}`,
      'name the same files as for the report; findings of code need a comment: // edgewise-disable-next-line RULE REASON',
    );
  if (another !== undefined)
    throw new UserError(
      `several fingerprints start with ${fingerprint}`,
      `such as ${finding.fingerprint} and ${another.fingerprint}`,
    );
  return suppressible(finding);
}

function write(path: string, suppressions: readonly Suppression[], runtime: Runtime): void {
  if (!existsSync(path)) {
    const text = newConfig(localSchema(dirname(path), 'config'), suppressions);
    writeFileWhole(path, [text], runtime.cwd());
    return;
  }
  try {
    accessSync(path, constants.W_OK);
  } catch {
    throw new UserError(`cannot write ${relativePath(runtime.cwd(), path)}: it is read-only`);
  }
  const text = readFileSync(path, 'utf8');
  const edited = addSuppressions(text, suppressions);
  // The file is written by hand, so an invalid result is not written.
  if ('mistakes' in parseConfigText(Buffer.from(edited), path))
    throw new UserError(
      `cannot edit ${relativePath(runtime.cwd(), path)}: add the suppression by hand`,
      JSON.stringify(suppressions),
    );
  writeFileWhole(path, [edited], runtime.cwd());
}
