/** The message of an exception, of whatever type. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
