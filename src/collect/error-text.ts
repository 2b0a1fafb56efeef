/** More than any explanation has; some exceptions quote a whole answer. */
const longest = 1_500;

/** Shortens an explanation for the operator, from which secrets have been removed. */
export const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The message of an exception, of whatever type. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
