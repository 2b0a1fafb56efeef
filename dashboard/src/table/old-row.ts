import { computed } from '@preact/signals';
import { nowSeconds } from '../text/age.ts';

// As the flag `stale` of the service
const oldSeconds = 3_600;

const minute = computed(() => Math.floor(nowSeconds.value / 60));

/** The CSS class of a row that no marketplace has confirmed for an hour. */
export const oldKind = (seenAt: number | null): string | undefined =>
  seenAt !== null && minute.value * 60 - seenAt > oldSeconds ? 'old' : undefined;
