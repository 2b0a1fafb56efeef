import type { Connector } from '../contract/connector.ts';

/** Every connector, in registry order. */
export const connectors: readonly Connector[] = [];
