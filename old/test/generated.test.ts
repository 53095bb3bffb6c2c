import { expect, test } from 'vitest';
import { allStepTypes } from '../src/core/steps/index.ts';
import { buildEventsSchema, buildWorkflowSchema } from './published-schemas.ts';

// `npm run generate` writes the files; without it, stale files fail.

test.each([
  ['workflow', () => buildWorkflowSchema(allStepTypes.filter(({ isKnown }) => isKnown))],
  ['events', buildEventsSchema],
])('schemas/%s.schema.json is generated from the step types', async (name, build) => {
  await expect(`${JSON.stringify(build(), null, 2)}\n`).toMatchFileSnapshot(
    `../schemas/${name}.schema.json`,
  );
});
