import { signal } from '@preact/signals';

/** The part of the view that is shown, for the title of the window; null where the view is one. */
export const partTitle = signal<string | null>(null);
