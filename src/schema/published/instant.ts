const instantForm = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d))?$/i;

/**
 * Epoch milliseconds of a date in ISO 8601, which begins at midnight UTC, or of an instant with its time zone; null for
 * anything else.
 */
export function instantIn(text: string): number | null {
  const date = instantForm.exec(text)?.[1];
  // Date.parse accepts 31 February and returns 3 March
  if (date === undefined || dateOf(Date.parse(date)) !== date) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

const dateOf = (at: number): string | null => (Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10));
