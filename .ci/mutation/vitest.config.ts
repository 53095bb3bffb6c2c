import base from '../../test/vitest.config.ts';

/** Without the build, which takes changed code for newer code. */
const { globalSetup: _, ...test } = base.test ?? {};

export default {
  ...base,
  test: { ...test, include: (process.env['MUTATION_TESTS'] ?? '').split(',') },
};
