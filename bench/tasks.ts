import type { FrontEndpoint } from './http/front.ts';
import type { Load } from './http/load.ts';
import type { RawHeaders } from './http/plain-servers.ts';
import type { Crowd } from './product/readers.ts';

/** Tasks for separate processes, by name; modules are loaded on demand, so that only those of the task use memory. */
export const tasks = {
  fillFolder: async (folder: string, count?: number, isKilled?: boolean) =>
    (await import('./store/restore-tasks.ts')).fillFolder(folder, count, isKilled),
  measureAppraisal: async (folder: string) => (await import('./queries/appraisal-tasks.ts')).measureAppraisal(folder),
  measureAsOf: async (folder: string) => (await import('./queries/as-of-tasks.ts')).measureAsOf(folder),
  measureTapeBytes: async (folder: string) => (await import('./store/tape-bytes-tasks.ts')).measureTapeBytes(folder),
  measureAppenderRate: async (folder: string) =>
    (await import('./store/store-rate-tasks.ts')).measureAppenderRate(folder),
  measureHistoryQuery: async (folder: string) =>
    (await import('./store/history-query-tasks.ts')).measureHistoryQuery(folder),
  measureInventory: async () => (await import('./queries/inventory-tasks.ts')).measureInventory(),
  measureIngest: async () => (await import('./store/ingest-tasks.ts')).measureIngest(),
  measureParse: async () => (await import('./store/restore-tasks.ts')).measureParse(),
  measureRestore: async (folder: string, count?: number) =>
    (await import('./store/restore-tasks.ts')).measureRestore(folder, count),
  measureStoredIngest: async (folder: string) =>
    (await import('./store/stored-ingest-tasks.ts')).measureStoredIngest(folder),
  measureStoreRate: async (folder: string) => (await import('./store/store-rate-tasks.ts')).measureStoreRate(folder),
  openShops: async (count: number) => (await import('./product/shops.ts')).openShops(count),
  openReaders: async (crowd: Crowd) => (await import('./product/readers.ts')).openReaders(crowd),
  sendOverAndOver: async (load: Load) => (await import('./http/load.ts')).sendOverAndOver(load),
  serveFront: async (endpoint: FrontEndpoint) => (await import('./http/front.ts')).serveFront(endpoint),
  serveItem: async (folder: string, cacheSeconds: number, endpoint: FrontEndpoint | null = null) =>
    (await import('./http/served-item.ts')).serveItem(folder, cacheSeconds, endpoint),
  servePlain: async (headers: RawHeaders, body: Uint8Array) =>
    (await import('./http/plain-servers.ts')).servePlain(headers, body),
  serveStringified: async (headers: RawHeaders, json: string) =>
    (await import('./http/plain-servers.ts')).serveStringified(headers, json),
  tellPrices: async (count: number, perSecond: number) =>
    (await import('./product/shops.ts')).tellPrices(count, perSecond),
  witnessed: async () => (await import('./product/readers.ts')).witnessed(),
};
