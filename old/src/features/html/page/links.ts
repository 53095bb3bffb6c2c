import { uniqueNames } from '../../../core/model/text.ts';
import type { ReportData } from '../../../core/report/page-data.ts';
import { printable } from '../view/dom.ts';

export type Links = ReturnType<typeof createLinks>;

/** Addresses of workflows and findings by id and fingerprint, so that they stay the same in later reports. */
export function createLinks({ workflows, findings }: ReportData) {
  const ofWorkflows = uniqueKeys(workflows.map(({ id, name, source }) => id || name || source));
  const ofFindings = uniqueKeys(findings.map(({ fingerprint }) => fingerprint));
  return {
    workflow(workflow: number, finding?: number): string {
      const path = `#workflow/${encodeURIComponent(ofWorkflows.keys[workflow] ?? '')}`;
      const key = ofFindings.keys[finding ?? -1];
      return key === undefined ? path : `${path}?finding=${encodeURIComponent(key)}`;
    },
    workflowAt: (key: string) => ofWorkflows.byKey.get(key),
    findingAt: (key: string) => ofFindings.byKey.get(key),
  };
}

/** The first of several equal names keeps it; the others get a number. */
function uniqueKeys(names: readonly string[]) {
  const unique = uniqueNames((name, n) => `${name}:${n}`);
  const keys = names.map((name) => unique(printable(name)));
  return { keys, byKey: new Map(keys.map((key, index) => [key, index])) };
}
