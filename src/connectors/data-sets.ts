import type { Connector } from '../contract/connector.ts';
import { csgoApi } from './csgo-api/index.ts';

/** What is read of publishers of data about items, which are no marketplaces. */
export const dataSets: readonly Connector[] = [csgoApi];
