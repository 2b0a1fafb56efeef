/** What must be on an offer; null means any. */
export type ExtrasFilter = {
  /** Words that the name of one of its charms must contain. */
  readonly charm: string | null;
  /** Only offers that a player has named. */
  readonly nameTag: boolean;
  readonly minStatTrakCount: number | null;
  /** Words that the name of one of its patches must contain. */
  readonly patch: string | null;
  /** In percent. */
  readonly minFade: number | null;
  readonly maxFade: number | null;
};

export const anyExtras: ExtrasFilter = {
  charm: null,
  nameTag: false,
  minStatTrakCount: null,
  patch: null,
  minFade: null,
  maxFade: null,
};

export const extrasFilterKeys = Object.keys(anyExtras) as readonly (keyof ExtrasFilter)[];

/** Whether anything will do. */
export const areAnyExtras = (filter: ExtrasFilter): boolean =>
  extrasFilterKeys.every((key) => filter[key] === anyExtras[key]);

/** Those of a request, which may lack some. */
export type RequestedExtras = { readonly [Key in keyof ExtrasFilter]?: ExtrasFilter[Key] };

/** What a request asks for, without what else is in it. */
export function extrasIn(request: RequestedExtras): ExtrasFilter {
  const { charm, nameTag, minStatTrakCount, patch, minFade, maxFade } = { ...anyExtras, ...request };
  return { charm, nameTag, minStatTrakCount, patch, minFade, maxFade };
}
