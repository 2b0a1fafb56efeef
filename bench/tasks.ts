import type { FrontDoor } from './http/front.ts';
import type { Load } from './http/load.ts';
import type { RawHeaders } from './http/plain-servers.ts';
import type { NamesByGame } from './http/served-names.ts';
import type { SlowReading } from './http/slow-reader.ts';
import type { measureDisk } from './store/disk-tasks.ts';
import type { Crowd } from './stream/readers.ts';

/** Tasks for separate processes, by name; modules are loaded on demand, so that only those of the task use memory. */
export const tasks = {
  beginReading: async (reading: SlowReading) => (await import('./http/slow-reader.ts')).beginReading(reading),
  endReading: async () => (await import('./http/slow-reader.ts')).endReading(),
  applyToHub: async (count: number, perSecond: number, areBest = false) =>
    (await import('./stream/served-hub.ts')).applyToHub(count, perSecond, areBest),
  change: async (perSecond: number) => (await import('./made-up/changing-store.ts')).change(perSecond),
  fillLog: async (count: number) => (await import('./stream/served-hub.ts')).fillLog(count),
  fillFolder: async (folder: string, count?: number, isKilled?: boolean) =>
    (await import('./store/restore-tasks.ts')).fillFolder(folder, count, isKilled),
  forgetFrames: async () => (await import('./stream/readers.ts')).forgetFrames(),
  hubStats: async () => (await import('./stream/served-hub.ts')).hubStats(),
  leave: async () => (await import('./stream/readers.ts')).leave(),
  measureAsOf: async (folder: string) => (await import('./queries/as-of-tasks.ts')).measureAsOf(folder),
  measureAlerts: async (folder: string, count: number, url: string) =>
    (await import('./queries/alerts-tasks.ts')).measureAlerts(folder, count, url),
  measureBestMemory: async () => (await import('./queries/deals-tasks.ts')).measureBestMemory(),
  measureChanges: async (folder: string) => (await import('./store/disk-changes-tasks.ts')).measureChanges(folder),
  measureAppenderRate: async (folder: string) =>
    (await import('./store/store-rate-tasks.ts')).measureAppenderRate(folder),
  measureDisk: async (...given: Parameters<typeof measureDisk>) =>
    (await import('./store/disk-tasks.ts')).measureDisk(...given),
  measureHistoryQuery: async (folder: string) =>
    (await import('./store/history-query-tasks.ts')).measureHistoryQuery(folder),
  measureIngest: async () => (await import('./store/ingest-tasks.ts')).measureIngest(),
  measureParse: async () => (await import('./store/restore-tasks.ts')).measureParse(),
  measurePrices: async () => (await import('./queries/prices-tasks.ts')).measurePrices(),
  measurePlainMemory: async (count: number) =>
    (await import('./store/offer-memory-tasks.ts')).measurePlainMemory(count),
  measureReparse: async (count: number) => (await import('./stream/served-hub.ts')).measureReparse(count),
  measureRestore: async (folder: string, count?: number) =>
    (await import('./store/restore-tasks.ts')).measureRestore(folder, count),
  measureBookMemory: async (count: number) => (await import('./store/offer-memory-tasks.ts')).measureBookMemory(count),
  measureSearchBytes: async () => (await import('./queries/find-offers-tasks.ts')).measureSearchBytes(),
  measureStoredIngest: async (folder: string) =>
    (await import('./store/stored-ingest-tasks.ts')).measureStoredIngest(folder),
  measureStoreRate: async (folder: string) => (await import('./store/store-rate-tasks.ts')).measureStoreRate(folder),
  measureStringify: async (count: number) => (await import('./stream/served-hub.ts')).measureStringify(count),
  openReaders: async (crowd: Crowd) => (await import('./stream/readers.ts')).openReaders(crowd),
  publishToHub: async (count: number, perSecond: number) =>
    (await import('./stream/served-hub.ts')).publishToHub(count, perSecond),
  reconnect: async (crowd: Crowd) => (await import('./stream/readers.ts')).reconnect(crowd),
  residentBytes: async () => (await import('./stream/resident.ts')).residentBytes(),
  resume: async (crowd: Crowd, count: number) => (await import('./stream/readers.ts')).resume(crowd, count),
  sendPlainly: async (count: number, perSecond: number) =>
    (await import('./stream/plain-fan.ts')).sendPlainly(count, perSecond),
  sendOverAndOver: async (load: Load) => (await import('./http/load.ts')).sendOverAndOver(load),
  serveDeals: async (folder: string) => (await import('./queries/deals-tasks.ts')).serveDeals(folder),
  serveChanging: async (folder: string) => (await import('./made-up/changing-store.ts')).serveChanging(folder),
  serveFront: async (door: FrontDoor) => (await import('./http/front.ts')).serveFront(door),
  serveFollower: async (nats: string) => (await import('./stream/served-hub.ts')).serveFollower(nats),
  serveHub: async (nats: string | null = null) => (await import('./stream/served-hub.ts')).serveHub(nats),
  serveHubAt: async (door: FrontDoor) => (await import('./stream/served-hub.ts')).serveHubAt(door),
  serveItem: async (folder: string, cacheSeconds: number, door: FrontDoor | null = null, isRestless = false) =>
    (await import('./http/served-item.ts')).serveItem(folder, cacheSeconds, door, isRestless),
  serveNames: async (folder: string, names: NamesByGame) =>
    (await import('./http/served-names.ts')).serveNames(folder, names),
  serveOffers: async (folder: string, count: number) =>
    (await import('./queries/find-offers-tasks.ts')).serveOffers(folder, count),
  servePrices: async (folder: string, cacheSeconds: number, door: FrontDoor | null) =>
    (await import('./queries/prices-tasks.ts')).servePrices(folder, cacheSeconds, door),
  servePlain: async (headers: RawHeaders, body: Uint8Array) =>
    (await import('./http/plain-servers.ts')).servePlain(headers, body),
  servePlainFan: async (isDeflated: boolean) => (await import('./stream/plain-fan.ts')).servePlainFan(isDeflated),
  serveStringified: async (headers: RawHeaders, json: string, isRestless: boolean) =>
    (await import('./http/plain-servers.ts')).serveStringified(headers, json, isRestless),
  untilFrames: async (count: number) => (await import('./stream/readers.ts')).untilFrames(count),
  untilSeen: async (number: number, witnesses: number) =>
    (await import('./stream/readers.ts')).untilSeen(number, witnesses),
  firstInLog: async () => (await import('./stream/served-hub.ts')).firstInLog(),
  witnessed: async () => (await import('./stream/readers.ts')).witnessed(),
};
