import type { Config } from '../config/settings.ts';
import type { GatheredConnectors } from '../service/connectors/gather-connectors.ts';
import type { ServiceOptions } from '../service/service.ts';

type All = GatheredConnectors & Required<Pick<ServiceOptions, 'dataSets'>>;

/** All connectors, loaded only when a command needs them. */
export async function gatherAll(config: Config, keepsIds: boolean): Promise<All> {
  const [{ connectors }, { dataSets }, { gatherConnectors }] = await Promise.all([
    import('../connectors/index.ts'),
    import('../connectors/data-sets.ts'),
    import('../service/connectors/gather-connectors.ts'),
  ]);
  return { ...(await gatherConnectors({ config, builtIn: connectors, keepsIds })), dataSets };
}
