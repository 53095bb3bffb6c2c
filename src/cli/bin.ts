#!/usr/bin/env node
import { main } from './main.ts';

// Not process.exit: it would cut off what a slow pipe has not taken yet.
process.exitCode = await main(process.argv.slice(2), process, new URL('./worker.js', import.meta.url));
