import type { Floor, Game, LiveBuyOrder, LiveOffer, NormalSale } from '../schema/index.ts';

export type StreamSale = NormalSale & { readonly marketplaceId: number };

/** How a source of a marketplace is, as far as readers of the stream are told. Instants are epoch milliseconds. */
export type StreamSource = {
  readonly marketplaceId: number;
  readonly slug: string;
  readonly source: string;
  readonly game: Game;
  readonly state: string;
  readonly detail: string | null;
  readonly lastReadAt: number | null;
};

/** The public words for what happened: JSON from the marketplace on, with the leading comma and the closing brace. */
export type MessageEncoder = {
  /** Thousandths as they are published. */
  readonly price: (thousandths: number | null) => number | null;
  readonly offer: (offer: LiveOffer, at: number) => string;
  readonly sale: (sale: StreamSale, at: number) => string;
  readonly buyOrder: (order: LiveBuyOrder, at: number) => string;
  readonly floor: (floor: Floor, at: number) => string;
  readonly source: (source: StreamSource, at: number) => string;
};
