import type { Load } from './load.ts';
import type { RawHeaders } from './plain-servers.ts';
import type { NamesByGame } from './served-names.ts';

/** What can be done in a process of its own, by name; loaded on demand, so that nothing else stands in its memory. */
export const works = {
  fillStore: async (folder: string) => (await import('./restore.ts')).fillStore(folder),
  measureClientRate: async (folder: string) => (await import('./store-rate.ts')).measureClientRate(folder),
  measureHistoryQuery: async (folder: string) => (await import('./history-query.ts')).measureHistoryQuery(folder),
  measureIngest: async () => (await import('./ingest.ts')).measureIngest(),
  measureParse: async () => (await import('./restore.ts')).measureParse(),
  measurePlainMemory: async (count: number) => (await import('./offer-memory.ts')).measurePlainMemory(count),
  measureRestore: async (folder: string) => (await import('./restore.ts')).measureRestore(folder),
  measureShelfMemory: async (count: number) => (await import('./offer-memory.ts')).measureShelfMemory(count),
  measureStoreRate: async (folder: string) => (await import('./store-rate.ts')).measureStoreRate(folder),
  sendOverAndOver: async (load: Load) => (await import('./load.ts')).sendOverAndOver(load),
  serveItem: async (folder: string, cacheSeconds: number) =>
    (await import('./served-item.ts')).serveItem(folder, cacheSeconds),
  serveNames: async (folder: string, names: NamesByGame) =>
    (await import('./served-names.ts')).serveNames(folder, names),
  servePlain: async (headers: RawHeaders, body: Uint8Array) =>
    (await import('./plain-servers.ts')).servePlain(headers, body),
  serveStringified: async (headers: RawHeaders, json: string) =>
    (await import('./plain-servers.ts')).serveStringified(headers, json),
};
