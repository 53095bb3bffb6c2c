/** What a step does, for its colour. */
export type Kind = 'start' | 'email' | 'time' | 'branch' | 'contact' | 'other';

/** A drawing in a square of 20, as strokes. */
interface Icon {
  readonly kind: Kind;
  readonly path: string;
}

const QUESTION: Icon = { kind: 'other', path: 'M6.8 7.2a3.2 3.2 0 1 1 4.8 2.8c-1 .6-1.6 1.2-1.6 2.4M10 15.6v.2' };

const ICONS = new Map<string, Icon>([
  ['trigger', { kind: 'start', path: 'M11.2 2.5 4.5 11.5H10L8.8 17.5 15.5 8.5H10z' }],
  ['send_email', { kind: 'email', path: 'M2.5 4.5h15v11h-15zM2.9 5l7.1 6 7.1-6' }],
  ['delay', { kind: 'time', path: 'M10 2.8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 1 1 0-14.4M10 6v4.2l2.8 1.8' }],
  [
    'wait_for_event',
    { kind: 'time', path: 'M5 2.8h10M5 17.2h10M6.2 2.8v2.4c0 2 3.8 3.2 3.8 4.8s-3.8 2.8-3.8 4.8v2.4M13.8 2.8v2.4c0 2-3.8 3.2-3.8 4.8s3.8 2.8 3.8 4.8v2.4' },
  ],
  ['condition', { kind: 'branch', path: 'M10 2.5v4M10 6.5 5 10.5v6.5M10 6.5l5 4v6.5M3 14.8l2 2.4 2-2.4M13 14.8l2 2.4 2-2.4' }],
  ['contact_update', { kind: 'contact', path: 'M3 17l.8-3.6L13.6 3.6l2.8 2.8L6.6 16.2zM11.8 5.4l2.8 2.8' }],
  ['contact_delete', { kind: 'other', path: 'M3.5 5.5h13M8 5.5v-2h4v2M5.2 5.5 6 17h8l.8-11.5M8.5 8.5v5.5M11.5 8.5v5.5' }],
  ['add_to_segment', { kind: 'contact', path: 'M2.8 6.5 10 2.8l7.2 3.7L10 10.2zM2.8 10.2l7.2 3.7 7.2-3.7M2.8 13.8l7.2 3.7 7.2-3.7' }],
  ['ghost', { kind: 'other', path: 'M5 5l10 10M15 5 5 15' }],
  ['event', { kind: 'start', path: 'M11.2 2.5 4.5 11.5H10L8.8 17.5 15.5 8.5H10z' }],
  ['workflow', { kind: 'branch', path: 'M7 2.8h6v4H7zM3 13.2h5v4H3zM12 13.2h5v4h-5zM10 6.8v3.2M5.5 13.2V10h9v3.2' }],
]);

export const iconOf = (type: string): Icon => ICONS.get(type) ?? QUESTION;

/** The sign of a severity, in a square of 14: a shape to fill and a stroke upon it. Told apart without colour. */
export const SIGNS = {
  error: { shape: 'M7 .5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z', stroke: 'M4.8 4.8l4.4 4.4M9.2 4.8l-4.4 4.4' },
  warning: { shape: 'M7 .8 13.6 12.8H.4z', stroke: 'M7 5.2v3.4M7 10.8v.1' },
  info: { shape: 'M2 .8h10q1.4 0 1.4 1.4v9.6q0 1.4-1.4 1.4H2Q.6 13.2.6 11.8V2.2Q.6.8 2 .8z', stroke: 'M7 6.4v4M7 3.8v.1' },
} as const;
