import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSources } from '../check/sources.ts';
import { configuredPaths, ignoredFiles } from '../config/apply.ts';
import { isDate } from '../config/date.ts';
import { addSuppressions, newConfig } from '../config/edit.ts';
import { CONFIG_NAME, wayFrom } from '../config/find.ts';
import { parseConfigText } from '../config/text.ts';
import { isAbout, isSuppressible, type Suppression, suppress } from '../lint/suppress.ts';
import type { Finding } from '../model/finding.ts';
import { escapeText } from '../report/escape.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { EXIT } from './exit-code.ts';
import { liveSource } from './lint.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { configPath, dayOf, readConfig, settleRules } from './setup.ts';
import { asUserError, UserError } from './user-error.ts';

// Whole, or its beginning: enough to be the only one.
const FINGERPRINT = /^[0-9a-f]{6,16}$/;

/** `edgewise suppress FINGERPRINT… [paths…] --reason TEXT`: checks as configured, and writes suppressions for these findings. */
export async function suppressFindings(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const wanted = args.positional.filter((word) => FINGERPRINT.test(word));
  const given = args.positional.filter((word) => !FINGERPRINT.test(word));
  const today = dayOf(args.now, new Date());
  const { reason, expires } = checkWords(wanted, args, today);
  const config = await readConfig(rules, args, program);
  const { active, settingAt } = await settleRules(rules, config, args);
  const cwd = program.cwd();
  const live = await liveSource(args, program);
  const { result } = await checkSources({
    paths: given.length > 0 || args.live ? given : (configuredPaths(config, cwd) ?? ['.']),
    live,
    cwd,
    stdin: program.stdin,
    rules: active,
    settingAt,
    ignores: await ignoredFiles(config, cwd),
  }).catch(asUserError);

  const silenced = suppress(result.findings, config.suppressions, today).by;
  const found = wanted.map((fingerprint) => findingOf(fingerprint, result.findings));
  const fresh = [...new Set(found)].filter((finding) => !silenced.has(finding));
  const lines = found
    .filter((finding) => silenced.has(finding))
    .map((finding) => `${finding.fingerprint} is suppressed already, by ${silenced.get(finding)?.from}`);
  if (fresh.length > 0) {
    const suppressions = fresh.map((finding) => suppressionOf(finding, result.findings, reason, expires));
    const path = configPath(args, cwd) ?? join(cwd, CONFIG_NAME);
    write(path, suppressions, program);
    for (const { rule, message, location } of fresh) lines.push(`${wayFrom(cwd, path)}: suppressed ${rule} in ${location.source}: ${message}`);
  }
  await writeStream(
    program.stdout,
    lines.map((line) => `${escapeText(line)}\n`),
  );
  return EXIT.clean;
}

function checkWords(
  wanted: readonly string[],
  { config, reason, expires }: Args,
  today: string,
): { readonly reason: string; readonly expires: string | undefined } {
  if (wanted.length === 0) throw new UserError('suppress which findings?', 'their fingerprints stand in the JSON report: edgewise -f json');
  if (config === false) throw new UserError('a suppression is written into the configuration: --no-config leaves no room for it');
  if (reason === undefined || reason.trim() === '')
    throw new UserError('a suppression needs a reason', 'such as --reason "the loop ends when the contact answers"');
  if (expires !== undefined && !isDate(expires)) throw new UserError(`--expires wants a day, not "${expires}"`, 'such as --expires 2027-01-31');
  if (expires !== undefined && expires < today) throw new UserError(`--expires ${expires} is over already: today is ${today}`);
  return { reason, expires };
}

function findingOf(fingerprint: string, findings: readonly Finding[]): Finding {
  const [finding, another] = findings.filter((each) => each.fingerprint.startsWith(fingerprint));
  if (finding === undefined)
    throw new UserError(`no finding has the fingerprint ${fingerprint}`, 'name the same files as for the report: edgewise suppress FINGERPRINT PATH…');
  if (another !== undefined) throw new UserError(`several fingerprints start with ${fingerprint}`, `such as ${finding.fingerprint} and ${another.fingerprint}`);
  if (!isSuppressible(finding.rule))
    throw new UserError(`"${finding.rule}" cannot be suppressed: what could not be read was not checked`, 'leave the file out, or mend it');
  return finding;
}

/** By the names of the finding; with its fingerprint where these are true of others as well. */
function suppressionOf(finding: Finding, findings: readonly Finding[], reason: string, expires: string | undefined): Suppression {
  const { rule, workflow, step, edge, event, fingerprint } = finding;
  const label = workflow?.id ?? workflow?.name;
  const names = {
    rule,
    ...(label !== undefined && { workflow: label }),
    ...(step !== undefined && { step }),
    ...(edge !== undefined && { edge }),
    ...(event !== undefined && { event }),
    reason,
    ...(expires !== undefined && { expires }),
  };
  // A step without a key goes by its place, and names of white space are no names in a configuration.
  const isFirm = [label, step, edge, event].every((name) => name === undefined || (name.trim() !== '' && !name.startsWith('#')));
  const isAlone = findings.every((other) => other === finding || other.rule !== rule || !isAbout(names, other));
  if (isFirm && isAlone) return names;
  return { rule, ...(isFirm && names), fingerprint, reason, ...(expires !== undefined && { expires }) };
}

function write(path: string, suppressions: readonly Suppression[], program: Program): void {
  if (!existsSync(path)) {
    writeFileWhole(path, [newConfig(`${program.tool.homepage}/schemas/config.schema.json`, suppressions)]);
    return;
  }
  try {
    accessSync(path, constants.W_OK);
  } catch {
    throw new UserError(`cannot write ${wayFrom(program.cwd(), path)}: it is read-only`);
  }
  const text = readFileSync(path, 'utf8');
  const edited = addSuppressions(text, suppressions);
  // The file is a person's own: better no change than a broken one.
  if ('mistakes' in parseConfigText(Buffer.from(edited), path))
    throw new UserError(`cannot edit ${wayFrom(program.cwd(), path)}: add the suppression by hand`, JSON.stringify(suppressions));
  writeFileWhole(path, [edited]);
}
