type List = readonly (string | number)[];
/** An object is sent as JSON. */
type Json = { readonly [member: string]: string | boolean | List | undefined };
export type Parameter = string | number | boolean | Date | List | Json | null | undefined;

// The others contain commas
const ofWords: ReadonlySet<string> = new Set(['marketplaces', 'from', 'to', 'without', 'paintSeeds']);

/** Parameters of a request, with lists as the service reads them. */
export const written = (what: Readonly<Record<string, Parameter>>): Readonly<Record<string, Parameter>> =>
  Object.fromEntries(
    Object.entries(what).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(ofWords.has(name) ? ',' : ';') : value,
    ]),
  );
