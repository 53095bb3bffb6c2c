import pkg from '../../../package.json' with { type: 'json' };

/** The program that writes a report. */
export const TOOL = { name: pkg.name, version: pkg.version } as const;
