import { defineConfig } from 'vitest/config';
import { REST } from './rest.ts';
import base from './vitest.config.ts';

/** `npm run test:rest`: what `npm test` leaves out. */
export default defineConfig({ ...base, test: { ...base.test, include: REST } });
