import type { Severity } from '../core/model/finding.ts';
import type { Preset } from '../core/rule.ts';

/** One report: `-f NAME` is standard output, `-f NAME=FILE` a file. */
export interface Target {
  readonly format: string;
  /** As given, relative to the working directory. */
  readonly file?: string;
}

/** What the user asks of a command that lints: the command line, without the configuration. */
export type Request = { readonly [K in keyof Asked]?: Asked[K] | undefined };

interface Asked {
  /** Files, folders, patterns; `-` is standard input. */
  paths: readonly string[];
  targets: readonly Target[];
  /** `--config FILE`, or false for `--no-config`. */
  config: string | false;
  preset: Preset;
  /** `--rule ID=SEVERITY`, by id. */
  severities: ReadonlyMap<string, Severity | 'off'>;
  only: readonly string[];
  plugins: readonly string[];
  failOn: Severity | 'never';
  maxWarnings: number;
  isQuiet: boolean;
  allowsEmpty: boolean;
  /** Groups of like findings that text prints; 0: all. */
  maxFindings: number;
  ignore: readonly string[];
  baseline: string;
  updatesBaseline: boolean;
  showsAccepted: boolean;
  fix: 'safe' | 'unsafe';
  isDryRun: boolean;
  /** Paths of event definitions, or only `none`; `live` is the account. */
  events: readonly string[];
  /** What is read in the place of files, unless paths are given. */
  instead: 'account' | 'program';
  /** Ids or names of the workflows to check; empty: all. */
  workflows: readonly string[];
  stdinName: string;
  /** As `2027-01-31`. */
  today: string;
  color: boolean;
}
