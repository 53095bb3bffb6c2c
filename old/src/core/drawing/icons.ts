import type { StepType } from '../../core/model/step-type.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';

/** The appearance of a node. `icon` is a drawing in a square of 20, as strokes. */
export type Look = Pick<StepType, 'kind' | 'icon' | 'shape'>;

// Nodes that are not steps.
const OTHERS = new Map<string, Look>([
  ['ghost', { kind: 'other', icon: 'M5 5l10 10M15 5 5 15', shape: 'box' }],
  ['event', stepTypeOf('trigger')],
  [
    'workflow',
    {
      kind: 'branch',
      icon: 'M7 2.8h6v4H7zM3 13.2h5v4H3zM12 13.2h5v4h-5zM10 6.8v3.2M5.5 13.2V10h9v3.2',
      shape: 'box',
    },
  ],
  ['more', { ...stepTypeOf(undefined), shape: 'round' }],
]);

export const lookOf = (type: string): Look => OTHERS.get(type) ?? stepTypeOf(type);

/** The sign of a severity, in a square of 14: a shape to fill and a stroke upon it. Signs differ without colour. */
export const SIGNS = {
  error: {
    shape: 'M7 .5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z',
    stroke: 'M4.8 4.8l4.4 4.4M9.2 4.8l-4.4 4.4',
  },
  warning: { shape: 'M7 .8 13.6 12.8H.4z', stroke: 'M7 5.2v3.4M7 10.8v.1' },
  info: {
    shape: 'M2 .8h10q1.4 0 1.4 1.4v9.6q0 1.4-1.4 1.4H2Q.6 13.2.6 11.8V2.2Q.6.8 2 .8z',
    stroke: 'M7 6.4v4M7 3.8v.1',
  },
} as const;
