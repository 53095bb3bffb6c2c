import type { CodeAction, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { applyEdits } from '../../core/document/text-edits.ts';
import type { Edit, Finding, Fix } from '../../core/model/finding.ts';
import { EXPLAIN } from './client-commands.ts';
import { diagnosticOf, overlaps, rangeOf } from './convert.ts';
import type { Project } from './project.ts';

/** Fixes and the page for each finding in the range, and one action for all safe fixes of the text. */
export function actionsFor(
  findings: readonly Finding[],
  text: TextDocument,
  range: Range,
  project: Project,
): CodeAction[] {
  const { uri } = text;
  const here = findings.filter(
    ({ location: { region } }) => region !== undefined && overlaps(range, rangeOf(region)),
  );
  const fixes = here.flatMap((finding) =>
    finding.fixes.map(
      ({ title, safety, edits }): CodeAction => ({
        title: `${title} (${finding.rule})`,
        kind: 'quickfix',
        diagnostics: [diagnosticOf(finding, project)],
        isPreferred: safety === 'safe',
        edit: { changes: { [uri]: edits.map(textEditOf) } },
      }),
    ),
  );
  const rules = [...new Set(here.map(({ rule }) => rule))];
  const explanations = rules.map((rule): CodeAction => {
    const title = `explain ${rule}`;
    const diagnostics = here.filter((each) => each.rule === rule);
    return {
      title,
      kind: 'quickfix',
      diagnostics: diagnostics.map((finding) => diagnosticOf(finding, project)),
      command: { title, command: EXPLAIN, arguments: [rule] },
    };
  });
  const actions = [...fixes, ...explanations];
  const safe = findings.flatMap(({ fixes }) => fixes.find(({ safety }) => safety === 'safe') ?? []);
  const all = independent(safe, text);
  if (all.length === 0) return actions;
  const fixAll: CodeAction = {
    title: 'make all safe fixes of edgewise',
    kind: 'source.fixAll.edgewise',
    edit: { changes: { [uri]: all.map(textEditOf) } },
  };
  return [...actions, fixAll];
}

const textEditOf = ({ region, text }: Edit) => ({ range: rangeOf(region), newText: text });

/** The edits of fixes that do not touch one another. */
function independent(fixes: readonly Fix[], text: TextDocument): readonly Edit[] {
  const spans = fixes.map(({ edits }) => ({
    own: edits,
    edits: edits.map(({ region, text: newText }) => {
      const { start, end } = rangeOf(region);
      const offset = text.offsetAt(start);
      return { offset, length: text.offsetAt(end) - offset, text: newText };
    }),
  }));
  return applyEdits(text.getText(), spans).applied.flatMap(({ own }) => own);
}
