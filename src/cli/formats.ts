import { FORMATS, type Formats } from '../core/report/formats.ts';

/** Of the core and of features. */
export const ALL_FORMATS: Formats = new Map([
  ...FORMATS,
  [
    'html',
    {
      ...{ summary: 'a page with pictures, for people', isMachine: true },
      load: () => import('../features/html/index.ts'),
    },
  ],
]);
