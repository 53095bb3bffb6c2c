import { errorMessageOf } from '../src/core/document/recognize.ts';
import { rootOf } from '../src/core/model/place.ts';
import { describeKind } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unrecognized-document',
  severity: 'error',
  stage: 'readable',
  summary: 'JSON without a workflow or event definition, in a file that was named.',
  why: 'The file was not checked, so a workflow that should send emails may be missing.',
  remedy: 'Pass the file that contains the workflow, or remove this file from the paths.',

  document({ document }, report) {
    const { input, form, value } = document;
    if (!input.isNamed || form !== 'foreign') return;
    const isError = errorMessageOf(value) !== undefined;
    const found = isError ? 'an error response of the service' : describeKind(value);
    report({
      at: rootOf(document),
      message: `expected workflows or event definitions, found ${found}`,
      help: 'pass workflows with "steps", events with "name" and "schema", or lists of these',
      name: '',
    });
  },
});
