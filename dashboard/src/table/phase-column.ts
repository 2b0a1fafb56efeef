import type { Column } from './column.ts';

type VariantFields = { readonly itemPhase: string | null; readonly unusualEffect: string | null };

/** The Doppler variant or the effect; no item has both. */
export const variantIn = ({ itemPhase, unusualEffect }: VariantFields): string | null => itemPhase ?? unusualEffect;

/** The variant of an item, in files only: pages show it behind the name. */
export const phaseColumn = <Row>(phaseOf: (row: Row) => string | null): Column<Row> => ({
  id: 'phase',
  head: 'Variant',
  value: phaseOf,
});
