/**
 * `passing`: may work later (rate limit, 5xx, network, time-out). `denied`: 401 and 403. `missing`: 404.
 * `unusable`: an answer that is not, or does not fit, the interface.
 */
export type FaultKind = 'passing' | 'denied' | 'missing' | 'unusable';

/** Why a request gave nothing: one line for a person, without the key. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly kind: FaultKind;
  readonly status: number | undefined;
  /** Trying once more makes sense. */
  readonly again: boolean;

  constructor(kind: FaultKind, message: string, { status, again = false }: { status?: number; again?: boolean } = {}) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.again = again;
  }
}

const SHOWN = 80;

/** The beginning of an answer, on one line. Reporters escape what is left in it. */
export function excerptOf(text: string): string {
  const start = text
    .slice(0, 4 * SHOWN)
    .replace(/\s+/g, ' ')
    .trim();
  return start === '' ? 'nothing' : `"${start.length > SHOWN ? `${start.slice(0, SHOWN)}…` : start}"`;
}
