import type { Finding, Severity } from '../model/finding.ts';

/** A picture with all positions, in pixels from the top left: plain data with raw texts, cut to fit. Printers escape them. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly subtitle: string;
  /** The picture as text, for screen readers. */
  readonly description: string;
  /** Of the whole workflow, below its name. */
  readonly marks: readonly PlacedMark[];
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  /** The frame around the unreachable steps. */
  readonly frames: readonly Frame[];
  readonly notes: readonly PlacedText[];
}

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
}

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A finding at a step, an edge or the workflow. */
export interface Mark extends Pick<Finding, 'rule' | 'severity' | 'message' | 'fingerprint'> {
  /** The finding is elsewhere and refers to this. */
  readonly also: boolean;
}

/** A finding as a picture shows it: a sign, the id of its rule, and what is wrong. */
export interface PlacedMark extends PlacedText, Mark {
  /** A second line. */
  readonly rest?: string | undefined;
}

export interface Box extends Frame {
  readonly id: string;
  /** `ghost`: unknown or missing end of an edge. `more`: the workflow continues outside the picture. `jump`: elsewhere. */
  readonly kind: 'step' | 'ghost' | 'more' | 'jump' | 'event' | 'workflow';
  /** Type of the step, unchecked. */
  readonly type: string;
  /** Index of the step in its workflow. */
  readonly step?: number | undefined;
  /** The step's full key. */
  readonly key: string;
  readonly apart: boolean;
  readonly severity: Severity | undefined;
  /** Its full text. */
  readonly title: string;
  /** From the top left of the box. */
  readonly texts: readonly BoxText[];
  readonly marks: readonly PlacedMark[];
  /** The position of the line between the text of the step and its findings. */
  readonly divider: number | undefined;
}

export interface BoxText extends PlacedText {
  readonly role: 'caption' | 'name' | 'main' | 'detail';
}

export interface Line {
  readonly id: string;
  /** Index of the edge in its workflow. */
  readonly edge?: number | undefined;
  /** Ids of the boxes at its ends. */
  readonly from: string;
  readonly to: string;
  readonly broken: boolean;
  readonly severity: Severity | undefined;
  /** Path of the line, and of its head. */
  readonly path: string;
  readonly head: string;
  readonly title: string;
  readonly label: LineLabel | undefined;
}

export interface LineLabel extends Frame {
  /** From the top left of the label; `x` is the middle of the text. */
  readonly texts: readonly PlacedText[];
  readonly marks: readonly PlacedMark[];
}
