import { isObject } from '../schema/index.ts';

/** What a marketplace changes about its answers from one day to the next, by the name of a field anywhere in them. */
export type Edit =
  /** The field has another name. */
  | { readonly kind: 'renamed'; readonly key: string; readonly to: string }
  /** The field has this value everywhere. */
  | { readonly kind: 'valued'; readonly key: string; readonly value: unknown }
  /** Numbers in the field, also those written as text, are this many times as large. */
  | { readonly kind: 'scaled'; readonly key: string; readonly by: number };

function scaled(value: unknown, by: number): unknown {
  if (typeof value === 'number') return Number((value * by).toFixed(4));
  return typeof value === 'string' && value !== '' && Number.isFinite(Number(value))
    ? String(Number((Number(value) * by).toFixed(4)))
    : value;
}

function editedField(key: string, value: unknown, edit: Edit): readonly [string, unknown] {
  if (key !== edit.key) return [key, edited(value, edit)];
  if (edit.kind === 'renamed') return [edit.to, edited(value, edit)];
  return [key, edit.kind === 'valued' ? edit.value : scaled(value, edit.by)];
}

/** A JSON value with the edit made in every object of it. */
export function edited(value: unknown, edit: Edit): unknown {
  if (Array.isArray(value)) return value.map((one) => edited(one, edit));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => editedField(key, member, edit)));
}

export const isEdit = (fault: { readonly kind: string }): fault is Edit =>
  fault.kind === 'renamed' || fault.kind === 'valued' || fault.kind === 'scaled';
