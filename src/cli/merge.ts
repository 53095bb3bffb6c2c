/** The JSON reports of many accounts as one result. */
import { readFileSync } from 'node:fs';
import type { LintResult } from '../core/lint/lint.ts';
import type { Finding, Location } from '../core/model/finding.ts';
import { parseObject } from '../core/model/json.ts';
import { quote } from '../core/model/text.ts';
import type { JsonFinding, JsonReport } from '../core/report/json.ts';
import { NOTHING_SILENCED, type Silenced } from '../core/report/reporter.ts';
import { EXIT } from '../node/exit-code.ts';
import { readTextFile } from '../node/files.ts';
import { UserError } from '../node/user-error.ts';
import { packageFile } from './package-file.ts';

export interface Merged {
  readonly result: LintResult;
  readonly silenced: Silenced;
  readonly exitCode: number;
}

/** Earlier programs of this version wrote no list of skipped files and silenced rules. */
type Report = Omit<JsonReport, 'skipped' | 'silenced'> &
  Partial<Pick<JsonReport, 'skipped' | 'silenced'>>;

/** The worst first. */
const WORST = [EXIT.failed, EXIT.findings, EXIT.incomplete, EXIT.clean];

/** Throws a UserError for a file that is not a report of this version. */
export async function mergeReports(files: readonly string[]): Promise<Merged> {
  const validate = await createValidator();
  const named = accountsOf(files);
  const reports = files
    .map((file) => ({ account: named.get(file) ?? file, report: readReport(file, validate) }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
  const each = <T>(pick: (report: Report, account: string) => readonly T[]): readonly T[] =>
    reports.flatMap(({ account, report }) => pick(report, account));
  const sum = (name: keyof JsonReport['summary']): number =>
    reports.reduce((total, { report }) => total + (report.summary[name] ?? 0), 0);
  const codes = reports.map(({ report }) => report.exitCode);
  return {
    exitCode: WORST.find((code) => codes.includes(code)) ?? EXIT.clean,
    silenced: mergeSilenced(reports),
    result: {
      findings: each(({ findings }, account) => findings.map((one) => findingOf(one, account))),
      notChecked: each(({ notChecked }, account) =>
        notChecked.map(({ rule, reason }) => ({
          ...{ rules: rule === '*' ? [] : [rule], of: account, reason },
        })),
      ),
      failures: each((report, account) => failuresOf(report, account)),
      skipped: each(({ skipped = [] }, account) =>
        skipped.map((one) => ({ ...one, source: inAccount(account, one.source) })),
      ),
      summary: {
        ...{ errors: sum('errors'), warnings: sum('warnings'), infos: sum('infos') },
        ...{ suppressed: sum('suppressed'), baselined: sum('baselined') },
      },
      counts: {
        ...{ sources: sum('sources'), workflows: sum('workflows'), events: sum('events') },
        ...{ steps: sum('steps'), edges: sum('edges') },
      },
      documents: [],
      unused: { suppressions: [], expired: new Map(), baseline: [] },
      crashed: [],
    },
  };
}

/** Checks values by the published schema. */
async function createValidator(): Promise<(value: unknown) => value is Report> {
  const { Ajv } = await import('ajv');
  const schema = readFileSync(packageFile('schemas/report.schema.json'), 'utf8');
  return new Ajv({ strict: false, logger: false }).compile<Report>(JSON.parse(schema));
}

function readReport(file: string, validate: (value: unknown) => value is Report): Report {
  const found = readTextFile(file, 500);
  const value = 'text' in found ? parseObject(found.text) : {};
  if (validate(value)) return value;
  const { version } = value;
  const newer = typeof version === 'number' && version > 1;
  const reason = newer ? `is of version ${version}; this edgewise reads 1` : 'is not a report';
  throw new UserError(
    `${quote(file)} ${'reason' in found ? found.reason : reason}`,
    'write reports with: edgewise FOLDER -f json=REPORT.json',
  );
}

/** Each file → its path after the folders that all have in common, without `.json`. */
function accountsOf(files: readonly string[]): ReadonlyMap<string, string> {
  const paths = files.map((file) => file.split(/[\\/]/));
  const [first = []] = paths;
  const end = first.findIndex((part, at) =>
    paths.some((path) => at >= path.length - 1 || path[at] !== part),
  );
  const nameOf = (path: readonly string[]): string =>
    path
      .slice(end)
      .join('/')
      .replace(/\.json$/, '');
  return new Map(files.map((file, i) => [file, nameOf(paths[i] ?? [])]));
}

const inAccount = (account: string, text: string): string => `${account}/${text}`;

function findingOf({ suppressed, ...finding }: JsonFinding, account: string): Finding {
  const source = inAccount(account, finding.location.source);
  const fingerprint = inAccount(account, finding.fingerprint);
  const placed = (location: Location): Location => ({
    ...location,
    source: inAccount(account, location.source),
  });
  return {
    ...finding,
    location: placed(finding.location),
    related: finding.related.map((each) => ({ ...each, location: placed(each.location) })),
    ...{ fingerprint, fingerprints: [fingerprint], input: { name: source, isNamed: true } },
    ...(suppressed !== undefined && { accepted: suppressed }),
  };
}

function failuresOf({ failures, complete, exitCode }: Report, account: string) {
  const exit = exitCode === EXIT.incomplete ? EXIT.incomplete : EXIT.failed;
  const own = failures.map(({ source, message }) => ({
    ...{ source: inAccount(account, source), message, exit },
  }));
  const isCrash = own.length === 0 && !complete;
  return isCrash ? [{ source: account, message: 'a rule crashed', exit }] : own;
}

function mergeSilenced(reports: readonly { readonly report: Report; readonly account: string }[]) {
  const all = reports.map(({ report, account }) => ({
    ...report.silenced,
    files: (report.silenced?.files ?? []).map((file) => inAccount(account, file)),
  }));
  const union = (name: Exclude<keyof Silenced, 'failOn'>): readonly string[] => [
    ...new Set(all.flatMap((each) => each[name] ?? [])),
  ];
  const isNever = all.some(({ failOn }) => failOn === 'never');
  return {
    ...NOTHING_SILENCED,
    ...{ rules: union('rules'), overrides: union('overrides'), files: union('files') },
    ...{ options: union('options'), severities: union('severities') },
    ...(isNever && { failOn: 'never' as const }),
  };
}
