/** More than any explanation has; some exceptions quote a whole answer. */
const maxLength = 1_500;

/** Shortens an explanation for the operator, from which secrets have been removed. */
export const shortened = (text: string): string => (text.length > maxLength ? `${cutAt(maxLength, text)}…` : text);

/** The start of a text, without half a symbol at its end, which many JSON readers refuse. */
export const cutAt = (max: number, text: string): string => text.slice(0, max).replace(/\p{Cs}$/u, '');

/** The message of an exception of any type. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
