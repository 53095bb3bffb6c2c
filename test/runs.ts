export const isRest = process.env['REST'] !== undefined;

/** Of random inputs: `npm test` takes the first tenth, `npm run test:rest` all. */
export const runsOf = (all: number): number => (isRest ? all : Math.ceil(all / 10));
