import { describeForeign } from '../src/core/model/foreign.ts';
import { rootOf } from '../src/core/model/place.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

const FORMS = [
  'a workflow with "steps" and "connections"',
  'an event with "name" and "schema"',
  'a list {"object": "list", "data": […]}',
  'an array of these',
  'or {"workflows": …, "events": …}',
].join(', ');

export default defineRule({
  id: 'unrecognized-document',
  severity: 'error',
  preset: 'recommended',
  stage: 'readable',
  summary: 'JSON without a workflow or event definition, in a file that was named.',
  why: 'The file was not checked, so a workflow that should send emails may be missing.',
  remedy: 'Pass the file that contains the workflow, or remove this file from the paths.',

  document({ document }, report) {
    if (!document.input.isNamed) return;
    for (const fault of document.faults) {
      if (fault.kind !== 'foreign') continue;
      const { found } = fault;
      const isError = found.is === 'error-response';
      report({
        at: rootOf(document),
        message: isError
          ? `file contains an error response of the service: ${quote(found.name ?? '')}`
          : `expected workflows or event definitions, found ${describeForeign(found)}`,
        help: isError ? 'correct the error, and export again' : `pass ${FORMS}`,
        name: '',
      });
    }
  },
});
