import { marketplaceNamed, StartRefused } from '../../../schema/index.ts';
import { optional } from './optional-packages.ts';
import type { Pricer } from './pricer-routes.ts';
import { openSkuNames } from './sku-names.ts';

/** What bots of TF2 are told prices by; throws where a setting has to be changed first. */
export async function openPricer(schemaFile: string, marketplaces: readonly string[]): Promise<Pricer> {
  if (marketplaces.length === 0)
    throw new StartRefused('api.tf2Marketplaces is empty; name one at least, such as BackpackTF');
  const ids = marketplaces.map((text) => {
    const found = marketplaceNamed(text);
    if (found === null) throw new StartRefused(`api.tf2Marketplaces names "${text}", which is no known marketplace`);
    return found.id;
  });
  // They are loaded again once the service listens, which is too late to refuse
  await optional(() => Promise.all([import('engine.io'), import('socket.io')]));
  return { names: await openSkuNames(schemaFile), marketplaceIds: [...new Set(ids)] };
}
