import type { Connector } from './connector.ts';
import type { Kit } from './kit.ts';

/** The registry entry of a marketplace, exported by a connector outside the repository. */
export type OwnMarketplace = {
  /** Public name. */
  readonly name: string;
  /** Other names that readers can use. */
  readonly aliases?: readonly string[];
  /** 200 to 255. Default: the first free one. */
  readonly id?: number;
};

export type OwnConnector = Connector | ((kit: Kit) => Connector | Promise<Connector>);

/** Exports of the file of a connector outside the repository. `default` takes precedence over `connector`. */
export type OwnModule = {
  readonly default?: OwnConnector;
  readonly connector?: OwnConnector;
  readonly marketplace?: OwnMarketplace;
};
