export type Parameter = string | number | boolean | Date | readonly (string | number)[] | null | undefined;

type OfMarketplaces = { readonly marketplaces?: readonly (string | number)[] | undefined };

/** Parameters with marketplaces as the service reads them. */
export const written = <What extends OfMarketplaces>({ marketplaces, ...what }: What) => ({
  ...what,
  marketplaces: marketplaces?.join(','),
});
