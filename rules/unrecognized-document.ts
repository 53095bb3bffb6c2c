import { describeForeign } from '../src/core/model/foreign.ts';
import { rootOf } from '../src/core/model/place.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unrecognized-document',
  severity: 'error',
  preset: 'recommended',
  stage: 'readable',
  summary: 'JSON without a workflow or event definition, in a file that was named.',
  why: 'The file was not checked, so a workflow that should send emails may be missing.',
  remedy: 'Pass the file that contains the workflow, or remove this file from the paths.',

  document({ document }, report) {
    for (const fault of document.input.isNamed ? document.faults : [])
      if (fault.kind === 'foreign')
        report({
          at: rootOf(document),
          message: `expected workflows or event definitions, found ${describeForeign(fault.found)}`,
          help: 'pass workflows with "steps", events with "name" and "schema", or lists of these',
          name: '',
        });
  },
});
