import type { Finding, Fix, Summary } from '../model/finding.ts';
import type { ExampleBlock } from './page-example.ts';

export interface FindingData
  extends PlaceData,
    Pick<Finding, 'rule' | 'severity' | 'message' | 'help' | 'consequence' | 'fingerprint'> {
  readonly source: string;
  /** `at` is a position among the places of the page: many findings refer to one place. */
  readonly related: readonly { readonly message: string; readonly at: number }[];
  readonly fixes: readonly Pick<Fix, 'title' | 'safety'>[];
}

export interface PlaceData {
  /** `workflows/welcome.json:31:20`. */
  readonly place: string;
  /** Lines of the code frame, escaped. */
  readonly frame?: readonly string[] | undefined;
  /** Position among the workflows of the page. */
  readonly workflow?: number | undefined;
  readonly mark?: MarkData | undefined;
}

/** By position in the workflow. */
export interface MarkData {
  readonly kind: 'step' | 'edge';
  readonly index: number;
}

export interface RuleData {
  readonly id: string;
  readonly summary: string;
  readonly why: string;
  readonly remedy: string;
  readonly whenOff?: string | undefined;
  /** From the page of the rule, when available. */
  readonly example?: readonly ExampleBlock[] | undefined;
}

export interface WorkflowData {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly source: string;
  readonly steps?: number | undefined;
  /** The number of steps that send an email. */
  readonly emails?: number | undefined;
  /** The events it starts on. */
  readonly starts?: readonly string[] | undefined;
}

export interface ReportData {
  readonly summary: Summary;
  /** Only what is listed here; the summary counts all. */
  readonly findings: readonly FindingData[];
  /** Findings left out to limit the size of the page. */
  readonly omitted: number;
  /** Places that findings refer to. */
  readonly places: readonly PlaceData[];
  readonly rules: readonly RuleData[];
  readonly workflows: readonly WorkflowData[];
  /** The number of workflows, from the first, with data for pictures and timelines. */
  readonly drawn: number;
}
