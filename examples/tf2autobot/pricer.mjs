// A pricer for an unmodified TF2Autobot, with the prices of an Itemtape service; see README.md.
//
//   ITEMTAPE_URL=http://127.0.0.1:7400 ITEMTAPE_KEY=... node examples/tf2autobot/pricer.mjs --schema tf2-schema.json
//
// In your own project, import from '@itemtape/client'.
import { parseArgs } from 'node:util';
import { createTape } from '../../client/dist/index.js';

const options = {
  schema: { type: 'string' },
  marketplaces: { type: 'string', default: 'BackpackTF,STNTrading' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '7410' },
  'cache-seconds': { type: 'string', default: '10' },
};

function wholeNumber(values, name, max) {
  if (/^\d{1,5}$/.test(values[name]) && Number(values[name]) <= max) return Number(values[name]);
  throw new Error(`--${name} must be a whole number from 0 to ${max}`);
}

/** Reads the flags and the environment; throws a sentence if something is missing or wrong. */
function readOptions() {
  const { values } = parseArgs({ options });
  const { ITEMTAPE_URL: url, ITEMTAPE_KEY: key } = process.env;
  if (!url || !key) throw new Error('set ITEMTAPE_URL to the URL of a service, and ITEMTAPE_KEY to one of its keys');
  if (!values.schema)
    throw new Error('--schema is missing: the file with the schema of TF2, which README.md describes');
  const marketplaces = [...new Set(values.marketplaces.split(',').map((one) => one.trim()))].filter(Boolean);
  if (marketplaces.length === 0) throw new Error('--marketplaces is empty; name at least one, such as BackpackTF');
  return {
    tape: createTape({ url, key }),
    key,
    schema: values.schema,
    marketplaces,
    host: values.host,
    port: wholeNumber(values, 'port', 65_535),
    cacheMs: 1000 * wholeNumber(values, 'cache-seconds', 3_600),
  };
}

/** The modules that need the packages of this folder. */
const load = () =>
  Promise.all([import('./sku-names.mjs'), import('./prices.mjs'), import('./serve.mjs')]).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const [reason] = error.message.split('\n');
    throw new Error(`packages are missing (${reason}); run npm install in ${import.meta.dirname}`);
  });

/** The marketplaces by the names that the service gives them in its answers. */
async function named(tape, marketplaces) {
  const registry = await tape.registry();
  return marketplaces.map((text) => {
    const isSame = (name) => name.toLowerCase() === text.toLowerCase();
    const found = registry.find(({ marketplace, aliases }) => [marketplace, ...aliases].some(isSame));
    if (found === undefined) throw new Error(`--marketplaces names "${text}", which the service does not know`);
    return found.marketplace;
  });
}

async function run() {
  const { tape, key, schema, marketplaces, host, port, cacheMs } = readOptions();
  const ids = await named(tape, marketplaces);
  const [{ readSkuNames }, { Prices }, { serve }] = await load();
  const names = await readSkuNames(schema);
  const { origin, send, use } = await serve({ host, port, token: key });
  const prices = new Prices({ tape, names, marketplaces: ids, cacheMs, send, say: console.error });
  use(prices);
  console.log(`serving bots at ${origin}`);
  await prices.ended;
}

await run().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
