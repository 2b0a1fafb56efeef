import { marketplaceNamed, StartRefused } from '../../../schema/index.ts';
import { optional } from './optional-packages.ts';
import type { Pricer } from './pricer-routes.ts';
import { openSkuNames } from './sku-names.ts';

/** Opens the pricer for TF2 bots; throws `StartRefused` when a setting has to be changed. */
export async function openPricer(schemaFile: string, marketplaces: readonly string[]): Promise<Pricer> {
  if (marketplaces.length === 0)
    throw new StartRefused('api.tf2Marketplaces is empty; name at least one, such as BackpackTF');
  const ids = marketplaces.map((text) => {
    const found = marketplaceNamed(text);
    if (found === null) throw new StartRefused(`api.tf2Marketplaces names "${text}", which is not a known marketplace`);
    return found.id;
  });
  // Checked here, because they are loaded only once the service listens, which is too late to refuse
  await optional(() => Promise.all([import('engine.io'), import('socket.io')]));
  return { names: await openSkuNames(schemaFile), marketplaceIds: [...new Set(ids)] };
}
