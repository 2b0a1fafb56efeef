const format = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** A share as people write it. */
export const percent = (share: number | null): string => (share === null ? '–' : format.format(share));
