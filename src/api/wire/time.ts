import Type from 'typebox';

/** A time in the REST interface: Unix time in seconds. */
export const Seconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, Unix time in seconds`, examples: [1_790_000_000] });

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
