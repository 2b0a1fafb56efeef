import type { Command, NamedCommand } from './command.ts';

/** Every command by its name, in the order in which `itemtape help` lists them; each is loaded when it is called. */
const modules: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  serve: () => import('./commands/serve.ts'),
  demo: () => import('./commands/demo.ts'),
  keys: () => import('./commands/keys.ts'),
  marketplaces: () => import('./commands/marketplaces.ts'),
  check: () => import('./commands/check.ts'),
  record: () => import('./commands/record.ts'),
  watch: () => import('./commands/watch.ts'),
  replay: () => import('./commands/tape/replay.ts'),
  search: () => import('./commands/search.ts'),
  item: () => import('./commands/item.ts'),
  compare: () => import('./commands/compare.ts'),
  best: () => import('./commands/tape/best.ts'),
  deals: () => import('./commands/tape/deals.ts'),
  ratio: () => import('./commands/tape/ratio.ts'),
  offers: () => import('./commands/tape/offers.ts'),
  alerts: () => import('./commands/tape/alerts.ts'),
  appraise: () => import('./commands/tape/appraise.ts'),
  holdings: () => import('./commands/tape/holdings.ts'),
  value: () => import('./commands/tape/value.ts'),
  prices: () => import('./commands/tape/prices.ts'),
  movers: () => import('./commands/tape/movers.ts'),
  history: () => import('./commands/history.ts'),
  sources: () => import('./commands/sources.ts'),
  conditions: () => import('./commands/tape/conditions.ts'),
  status: () => import('./commands/status.ts'),
  dashboard: () => import('./commands/operator/dashboard.ts'),
  audit: () => import('./commands/operator/audit.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  export: () => import('./commands/export.ts'),
  mcp: () => import('./commands/mcp.ts'),
  completion: () => import('./commands/completion.ts'),
  config: () => import('./commands/config.ts'),
};

export const commandNames: readonly string[] = Object.keys(modules);

/** The command of a name; null for any other word. */
export async function commandNamed(name: string): Promise<NamedCommand | null> {
  const load = Object.hasOwn(modules, name) ? modules[name] : undefined;
  return load === undefined ? null : { name, ...(await load()).command };
}

export const allCommands = (): Promise<readonly NamedCommand[]> =>
  Promise.all(Object.entries(modules).map(async ([name, load]) => ({ name, ...(await load()).command })));
