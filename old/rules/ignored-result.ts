import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'ignored-result',
  severity: 'warning',
  preset: 'recommended',
  category: 'references',
  summary: 'A call of the SDK whose error is not read.',
  why: 'The SDK returns an error and does not throw it, so a refused event or automation is not noticed.',
  remedy: 'Read "error" of the result.',
  limits: 'A result that is returned, passed on or stored, or whose data is tested.',
  whenOff: 'When a client of your own throws the error.',
  callsOf: ['code'],

  call({ call }, report) {
    const { result } = call;
    if (result === undefined) return;
    const { callee, isDiscarded, isInTry } = result;
    report({
      at: call,
      message: isDiscarded
        ? `the result of ${callee} is discarded`
        : `the error in the result of ${callee} is not read`,
      help: 'read "error" of the result',
      consequence: isInTry ? 'the catch around it does not get the error' : undefined,
      fingerprintKey: { detail: callee },
    });
  },
});
