import Type from 'typebox';
import { OrNull } from './or-null.ts';

/** A time in the REST interface: Unix time in seconds. */
export const Seconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, Unix time in seconds`, examples: [1_790_000_000] });

/** A time that can be null; `whenNull` says what that means, such as 'null before the first'. */
export const SecondsOrNull = (description: string, whenNull: string) =>
  OrNull(Seconds(description), `${description}, Unix time in seconds; ${whenNull}`);

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
