/**
 * fast-check with one seed for all runs, so that a run can be repeated with the same result. Another seed tests
 * elsewhere: `SEED=random npm test`, or the number that a failure printed.
 */
import fc from 'fast-check';

const asked = process.env.SEED;
fc.configureGlobal({
  seed: asked === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(asked ?? 20_260_101),
});

export default fc;
