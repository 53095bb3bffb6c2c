import type { Severity, Summary } from '../model/finding.ts';

/** A finding as a page shows it: what is told once for all findings of a rule stands in `RuleData`. */
export interface FindingData {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string | undefined;
  readonly fingerprint: string;
  /** `workflows/welcome.json:31:20`. */
  readonly place: string;
  readonly source: string;
  /** Lines of the code frame, escaped. */
  readonly frame?: readonly string[] | undefined;
  /** Position among the workflows of the page. */
  readonly workflow?: number | undefined;
  readonly mark?: MarkData | undefined;
  readonly related: readonly RelatedData[];
  readonly fixes: readonly { readonly title: string; readonly safety: 'safe' | 'unsafe' }[];
}

/** The step or edge of its workflow that a finding is at, by position. */
export interface MarkData {
  readonly kind: 'step' | 'edge';
  readonly index: number;
}

export interface RelatedData {
  readonly message: string;
  readonly place: string;
  readonly frame?: readonly string[] | undefined;
  readonly workflow?: number | undefined;
  readonly mark?: MarkData | undefined;
}

export interface RuleData {
  readonly id: string;
  readonly summary: string;
  readonly why: string;
  readonly remedy: string;
  readonly url: string;
}

/** A workflow in the lists of a page; what its picture needs stands elsewhere. */
export interface WorkflowData {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly source: string;
  readonly steps?: number | undefined;
  readonly edges?: number | undefined;
  /** The events it starts on. */
  readonly starts?: readonly string[] | undefined;
}

export interface ReportData {
  readonly summary: Summary;
  /** Only what is listed here; the summary counts all. */
  readonly findings: readonly FindingData[];
  /** Findings left out because the page would be too large. */
  readonly omitted: number;
  readonly rules: readonly RuleData[];
  readonly workflows: readonly WorkflowData[];
  /** Of so many workflows, the first of the list, the page can draw pictures and timelines. */
  readonly drawn: number;
}
