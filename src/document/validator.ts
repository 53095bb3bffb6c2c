/** The part of ajv's error object that is read here; declared so that ajv itself is needed only to generate. */
export interface ErrorObject {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
  /** Given where the code was compiled to say it. */
  readonly schema?: unknown;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}
