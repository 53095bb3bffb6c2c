import { defineConfig, mergeConfig } from 'vitest/config';
import { REST } from './rest.ts';
import base from './vitest.config.ts';

/** `npm test`: what a change needs. Its files share modules, as they change nothing global: loading them takes a third of the time otherwise. */
export default mergeConfig(base, defineConfig({ test: { exclude: REST, isolate: false } }));
