import { errorMessageOf } from '../src/core/document/recognize.ts';
import { rootOf } from '../src/core/model/place.ts';
import { describeKind, quote } from '../src/core/model/text.ts';
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
    const { input, form, value } = document;
    if (!input.isNamed || form !== 'foreign') return;
    const error = errorMessageOf(value);
    report({
      at: rootOf(document),
      message:
        error === undefined
          ? `expected workflows or event definitions, found ${describeKind(value)}`
          : `file contains an error response of the service: ${quote(error)}`,
      help: error === undefined ? `pass ${FORMS}` : 'correct the error, and export again',
      name: '',
    });
  },
});
