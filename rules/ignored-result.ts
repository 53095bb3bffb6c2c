import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'ignored-result',
  severity: 'warning',
  stage: 'structure',
  summary: 'A call of the SDK whose error is not read.',
  why: 'The SDK returns an error and does not throw it, so a refused event is not noticed.',
  remedy: 'Read "error" of the result.',

  document({ document }, report) {
    for (const call of document.calls) {
      const { origin, via, result, callee } = call;
      if (origin !== 'source' || via !== 'sdk' || result === 'used') continue;
      report({
        at: call,
        message: `the error of ${callee} is not read`,
        help: 'read "error" of the result: a catch does not get it',
      });
    }
  },
});
