/** The JSON reports of many accounts as one result. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { LintResult } from '../core/lint/lint.ts';
import type { Finding } from '../core/model/finding.ts';
import { defined, parseObject } from '../core/model/json.ts';
import { quote } from '../core/model/text.ts';
import type { JsonReport } from '../core/report/json.ts';
import { NOTHING_SILENCED, type Silenced } from '../core/report/reporter.ts';
import { EXIT, worstOf } from '../node/exit-code.ts';
import { readTextFile, sourceOf } from '../node/files.ts';
import { search } from '../node/search.ts';
import { UserError } from '../node/user-error.ts';
import { packageFile } from './package-file.ts';

/** A report may lack the list of skipped files, and silenced rules. */
type Report = Omit<JsonReport, 'skipped' | 'silenced'> &
  Partial<Pick<JsonReport, 'skipped' | 'silenced'>>;

/** The reports that paths name, each once. What is not read is an error, and so is no report. */
export async function findReports(paths: readonly string[]): Promise<readonly string[]> {
  const all = { events: [], ignores: () => undefined, stdinName: '-', allowsEmpty: false };
  const { files, failures, skipped } = await search({ ...all, paths });
  const [failure] = failures;
  if (failure !== undefined) throw new UserError(`${failure.source}: ${failure.message}`, REMEDY);
  const [other] = skipped;
  if (other !== undefined)
    throw new UserError(
      `${quote(other.source)} is left out of folders and patterns`,
      'name the file',
    );
  if (files.length === 0) throw new UserError('no reports found', REMEDY);
  return files.map(({ name }) => name);
}

const REMEDY = 'write reports with: edgewise FOLDER -f json=REPORT.json';

/** Throws a UserError for a file that is not a report of this version. */
export async function mergeReports(files: readonly string[]) {
  const validate = await createValidator();
  const accounts = accountsOf(files);
  const stdin = files.includes('-') ? await text(process.stdin) : '';
  const reports = files
    .map((file, i) => {
      const found = file === '-' ? { text: stdin } : readTextFile(file, 500);
      return { account: accounts[i] ?? file, report: parseReport(file, found, validate) };
    })
    .sort((a, b) => (a.account < b.account ? -1 : 1));
  const parts = reports.map(({ report, account }) => partOf(report, account));
  const summary = sumOf(reports.map(({ report }) => report.summary));
  const codes = reports.map(({ report }) => report.exitCode);
  const result: LintResult = {
    findings: parts.flatMap(({ findings }) => findings),
    notChecked: parts.flatMap(({ notChecked }) => notChecked),
    failures: parts.flatMap(({ failures }) => failures),
    skipped: parts.flatMap(({ skipped }) => skipped),
    ...{ summary, counts: summary },
    ...{ documents: [], crashed: [] },
    unused: { suppressions: [], expired: new Map(), baseline: [] },
  };
  return {
    result,
    exitCode: worstOf(codes),
    silenced: mergeSilenced(parts.map(({ silenced }) => silenced)),
  };
}

/** The schema allows no other names. */
function sumOf(all: readonly JsonReport['summary'][]): JsonReport['summary'] {
  const names = Object.keys(all[0] ?? {}) as (keyof JsonReport['summary'])[];
  const sums = names.map((name) => [name, all.reduce((sum, each) => sum + each[name], 0)]);
  return Object.fromEntries(sums);
}

/** Checks values by the published schema. */
async function createValidator(): Promise<(value: unknown) => value is Report> {
  const { Ajv } = await import('ajv');
  const schema = readFileSync(packageFile('schemas/report.schema.json'), 'utf8');
  return new Ajv({ strict: false, logger: false }).compile<Report>(JSON.parse(schema));
}

function parseReport(
  file: string,
  found: ReturnType<typeof readTextFile>,
  validate: (value: unknown) => value is Report,
): Report {
  const value = 'text' in found ? parseObject(found.text) : {};
  if (validate(value)) return value;
  const { version } = value;
  const newer = typeof version === 'number' && version > 1;
  const reason = newer ? `is of version ${version}; this edgewise reads 1` : 'is not a report';
  throw new UserError(`${quote(file)} ${'reason' in found ? found.reason : reason}`, REMEDY);
}

/** Of each file: its path after the folders that all have in common, without `.json`. */
function accountsOf(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => sourceOf(file.replace(/\.json$/, '')).split('/'));
  const [first = []] = paths;
  const end = first.findIndex((part, at) =>
    paths.some((path) => at >= path.length - 1 || path[at] !== part),
  );
  const accounts = paths.map((path) => path.slice(end).join('/'));
  const twice = accounts.find((account, i) => accounts.indexOf(account) < i);
  if (twice === undefined) return accounts;
  throw new UserError(`two reports are of one account, ${quote(twice)}`, 'name each report once');
}

/** A report whose sources and fingerprints begin with its account. */
function partOf(report: Report, account: string) {
  const placed = <T extends { readonly source: string }>(each: T): T => ({
    ...each,
    source: `${account}/${each.source}`,
  });
  const { complete, exitCode, skipped = [], silenced = NOTHING_SILENCED } = report;
  const exit = exitCode === EXIT.incomplete ? EXIT.incomplete : EXIT.failed;
  const failures = report.failures.map((each) => ({ ...placed(each), exit }));
  const isCrash = failures.length === 0 && !complete;
  return {
    findings: report.findings.map(({ suppressed, ...finding }): Finding => {
      const location = placed(finding.location);
      const fingerprint = `${account}/${finding.fingerprint}`;
      return {
        ...{ ...finding, location, fingerprint, fingerprints: [fingerprint] },
        related: finding.related.map((each) => ({ ...each, location: placed(each.location) })),
        input: { name: location.source, isNamed: true },
        ...defined({ accepted: suppressed }),
      };
    }),
    notChecked: report.notChecked.map(({ rule, reason }) => ({
      ...{ rules: rule === '*' ? [] : [rule], of: account, reason },
    })),
    failures: isCrash ? [{ source: account, message: 'a rule crashed', exit }] : failures,
    skipped: skipped.map(placed),
    silenced: { ...silenced, files: silenced.files.map((file) => `${account}/${file}`) },
  };
}

function mergeSilenced(all: readonly Partial<Silenced>[]): Silenced {
  const { failOn: _, ...lists } = NOTHING_SILENCED;
  const names = Object.keys(lists) as (keyof typeof lists)[];
  const unions = names.map((name) => [name, [...new Set(all.flatMap((each) => each[name] ?? []))]]);
  const isNever = all.some(({ failOn }) => failOn === 'never');
  return { ...Object.fromEntries(unions), ...(isNever && { failOn: 'never' }) };
}
