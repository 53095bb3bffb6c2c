import type { Severity } from '../core/model/finding.ts';
import type { Preset } from '../core/rule.ts';

/** One report: `-f NAME` is standard output, `-f NAME=FILE` a file. */
export interface Target {
  readonly format: string;
  /** As given, relative to the working directory. */
  readonly file?: string;
}

/** What the user asks of a command that lints: the command line, without the configuration. */
export interface Request {
  /** Files, folders, patterns; `-` is standard input. */
  readonly paths: readonly string[];
  readonly targets: readonly Target[];
  /** `--config FILE`, or false for `--no-config`. */
  readonly config?: string | false;
  readonly preset?: Preset;
  /** `--rule ID=SEVERITY`, by id. */
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  readonly only: readonly string[];
  readonly plugins: readonly string[];
  readonly failOn?: Severity | 'never';
  readonly maxWarnings?: number;
  readonly isQuiet: boolean;
  readonly allowsEmpty: boolean;
  /** Groups of like findings that text prints; 0: all. */
  readonly maxFindings?: number;
  readonly ignore: readonly string[];
  readonly baseline?: string;
  readonly updatesBaseline: boolean;
  readonly showsAccepted: boolean;
  readonly fix?: 'safe' | 'unsafe';
  readonly isDryRun: boolean;
  /** Paths of event definitions, or only `none`; `live` is the account. */
  readonly events: readonly string[];
  /** What is read in the place of files, unless paths are given. */
  readonly instead?: 'account' | 'program';
  /** Ids or names of the workflows to check; empty: all. */
  readonly workflows: readonly string[];
  readonly stdinName?: string;
  /** As `2027-01-31`. */
  readonly today?: string;
  readonly color?: boolean;
}

/** Nothing is asked: what the configuration says. */
export const NO_REQUEST: Request = {
  ...{ paths: [], targets: [], severities: new Map(), only: [], plugins: [], ignore: [] },
  ...{ isQuiet: false, allowsEmpty: false, updatesBaseline: false, showsAccepted: false },
  ...{ isDryRun: false, events: [], workflows: [] },
};
