import type { Config } from '../config/settings.ts';
import type { GatheredConnectors } from '../service/connectors/gather-connectors.ts';

/** All connectors, loaded only when a command needs them. */
export async function gatherAll(config: Config, keepsIds: boolean): Promise<GatheredConnectors> {
  const [{ connectors }, { gatherConnectors }] = await Promise.all([
    import('../connectors/index.ts'),
    import('../service/connectors/gather-connectors.ts'),
  ]);
  return await gatherConnectors({ config, builtIn: connectors, keepsIds });
}
