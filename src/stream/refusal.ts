export type RefusalCode = 'INVALID_PARAMS' | 'ACCESS_DENIED' | 'NO_LONGER_KEPT' | 'TOO_MANY_REPLAYS';

/** An error for the reader; its message says what was found and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;

  constructor(message: string, code: RefusalCode = 'INVALID_PARAMS') {
    super(message);
    this.code = code;
  }
}

/** A value as shown in an error message, shortened to 80 characters. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${[...text.slice(0, 160)].slice(0, 80).join('')}…` : text;
};
