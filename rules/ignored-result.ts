import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'ignored-result',
  severity: 'warning',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A call of the SDK whose error is not read.',
  why: 'The SDK returns an error and does not throw it, so a refused event is not noticed.',
  remedy: 'Read "error" of the result.',

  document({ document }, report) {
    for (const call of document.calls) {
      const { origin, via, result, callee, isInTry } = call;
      if (origin !== 'source' || via !== 'sdk' || result === 'used') continue;
      report({
        at: call,
        message:
          result === 'discarded'
            ? `the result of ${callee} is discarded`
            : `the error in the result of ${callee} is not read`,
        help: 'read "error" of the result',
        ...(isInTry && { consequence: 'the catch around it does not get the error' }),
      });
    }
  },
});
