import type { Connector } from './connector.ts';
import type { Kit } from './kit.ts';

/** The entry of a marketplace in the registry, as its own connector brings it. */
export type OwnMarketplace = {
  /** Public spelling. */
  readonly name: string;
  /** Other names that readers may use. */
  readonly aliases?: readonly string[];
  /** 200 to 255; the first free one unless said. */
  readonly id?: number;
};

export type OwnConnector = Connector | ((kit: Kit) => Connector | Promise<Connector>);

/** What the file of a connector outside the repository exports; of two connectors the default counts. */
export type OwnModule = {
  readonly default?: OwnConnector;
  readonly connector?: OwnConnector;
  readonly marketplace?: OwnMarketplace;
};
