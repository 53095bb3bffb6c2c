/** The part of ajv's error object that is read here; declared here, since ajv is only needed to generate. */
export interface ErrorObject {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
  /** Only with `verbose`. */
  readonly schema?: unknown;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}

/** Why the last value is not valid. */
export const failuresOf = ({ errors }: Validator): readonly ErrorObject[] =>
  errors as readonly ErrorObject[];

export const resourceShapeName = (name: string): string => `resource_${name}`;

export const configShapeName = (type: string): string => `config_${type}`;
