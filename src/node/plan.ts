import type { Config } from '../core/config/config.ts';
import type { Acceptance } from '../core/lint/accept.ts';
import type { RuleSet } from '../core/lint/lint.ts';
import type { RuleChoice } from '../core/lint/settings.ts';
import type { Threshold } from './exit-code.ts';
import type { Target } from './request.ts';

/** A request with the configuration: all that reading, checking and writing need. Nothing else has flags. */
export interface Plan {
  /** `Date.now()` at the start. */
  readonly started: number;
  readonly inputs: InputPlan;
  readonly rules: RuleSet;
  readonly choice: RuleChoice;
  readonly acceptance: Acceptance;
  readonly baseline?: BaselinePlan;
  readonly threshold: Threshold;
  readonly targets: readonly Target[];
  readonly view: {
    readonly isQuiet: boolean;
    readonly showsAccepted: boolean;
    readonly maxFindings: number;
    readonly color?: boolean;
  };
  readonly fix?: { readonly safety: 'safe' | 'unsafe'; readonly isDryRun: boolean };
  /** As it was read, for what it silences. */
  readonly config: Config;
}

export interface InputPlan {
  /** Files, folders, patterns, relative to the working directory; `-` is standard input. */
  readonly paths: readonly string[];
  /** Who named them. Of `default`, the one path is the working directory. */
  readonly from: 'arguments' | 'configuration' | 'default';
  /** Whether `ignore` leaves out a file that no path names, or it is the configuration or the baseline. @param path absolute. */
  readonly ignores: (path: string) => 'ignored' | 'own' | undefined;
  /** Paths of event definitions, besides those among the paths; `none`: events are not known. */
  readonly events: readonly string[] | 'none';
  /** Ids or names of the workflows to check; empty: all. */
  readonly workflows: readonly string[];
  /** What reports call standard input. */
  readonly stdinName: string;
  readonly allowsEmpty: boolean;
}

/** Accepted findings in a file. */
export interface BaselinePlan {
  /** As given, relative to the working directory. */
  readonly file: string;
  readonly isUpdated: boolean;
}
