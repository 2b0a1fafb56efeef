// Reads charts from a running service with TradingView's own UDF client, which comes with their charting library and is not
// ours to copy: node tools/try-udf.mjs …/datafeeds/udf/dist/bundle.js http://127.0.0.1:7400/shapes/udf/KEY redline

import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

const [bundle, address, words = 'redline'] = process.argv.slice(2);
if (address === undefined) throw new Error('give the file of the client and the address of the service');
const client = {};
runInThisContext(`(function (exports, module) {${readFileSync(bundle, 'utf8')}\n})`)(client, { exports: client });
const { UDFCompatibleDatafeed } = client;
const datafeed = new UDFCompatibleDatafeed(address, 1_000);

const called = (call) => new Promise((resolve, reject) => call(resolve, (reason) => reject(new Error(String(reason)))));
const say = (what, value) => process.stdout.write(`${what}: ${JSON.stringify(value)}\n`);

function requireThat(holds, what) {
  if (!holds) throw new Error(`not so: ${what}`);
}

const config = await called((done) => datafeed.onReady(done));
say('marketplaces', config.exchanges.length - 1);
const server = await called((done) => datafeed.getServerTime(done));
requireThat(Math.abs(server - Date.now() / 1000) < 60, 'the time of the service is that of this machine');
const found = await called((done) => datafeed.searchSymbols(words, '', '', done));
requireThat(found.length > 0, `something is found by ${words}`);
const symbol = await called((done, failed) => datafeed.resolveSymbol(found[0].ticker, done, failed));
say('symbol', [symbol.ticker, symbol.description, symbol.currency_code]);
const unknown = await called((done, failed) => datafeed.resolveSymbol('CS2:No such item', failed, done));
requireThat(unknown === 'unknown_symbol', 'an unknown symbol is refused');
const to = Math.ceil(Date.now() / 1000);
for (const [resolution, seconds] of [
  ['1', 60],
  ['60', 3_600],
  ['1D', 86_400],
]) {
  const period = { from: to - 300 * seconds, to, countBack: 300, firstDataRequest: true };
  const bars = await called((done, failed) => datafeed.getBars(symbol, resolution, period, done, failed));
  say(`bars of ${resolution}`, [bars.length, bars.at(-1)]);
  requireThat(bars.length > 0, `there are bars of ${resolution}`);
  requireThat(
    bars.every(({ time }, at) => time % (seconds * 1_000) === 0 && (at === 0 || time > bars[at - 1].time)),
    'bars begin with their interval, in order',
  );
  requireThat(
    bars.every(
      ({ open, high, low, close }) => low <= Math.min(open, close) && high >= Math.max(open, close) && low > 0,
    ),
    'each bar holds its prices',
  );
}
const live = await called((done) => datafeed.subscribeBars(symbol, '1', done, 'live', () => {}));
say('live', live);
datafeed.unsubscribeBars('live');
process.exit(0);
