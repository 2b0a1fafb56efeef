/** Placeholder for the address of the service, replaced when a page is sent. */
export const originMark = 'http://ITEMTAPE';

type Start = {
  readonly language: 'curl' | 'TypeScript' | 'Python';
  /** Prerequisites, with code in backticks. */
  readonly needs: string;
  readonly code: string;
};

/** First programs for a reader with a key in ITEMTAPE_KEY. */
export const quickStarts: readonly Start[] = [
  {
    language: 'curl',
    needs: 'A shell with `curl`; the last command follows the stream for five seconds.',
    code: `curl -s -H "X-API-Key: $ITEMTAPE_KEY" ${originMark}/v2/marketplaces
curl -s -H "X-API-Key: $ITEMTAPE_KEY" -G ${originMark}/v2/items/search \\
  -d game=CS2 -d limit=5 --data-urlencode 'query=redline field'
curl -s -H "X-API-Key: $ITEMTAPE_KEY" -G ${originMark}/v2/items/compare \\
  -d game=CS2 --data-urlencode 'name=AK-47 | Redline (Field-Tested)'
curl -sN --max-time 5 -H "X-API-Key: $ITEMTAPE_KEY" '${originMark}/stream/offers?games=CS2'`,
  },
  {
    language: 'TypeScript',
    needs:
      'Node 20.19 or later, and the client library from the folder `client` of the repository: `npm install ./client`.',
    code: `import { createTape } from '@itemtape/client';

const tape = createTape({ url: '${originMark}', key: process.env['ITEMTAPE_KEY'] ?? '' });
const { marketplaces } = await tape.compare({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' });
for (const { marketplace, priceUSD, offerCount } of marketplaces) console.log(marketplace, priceUSD, offerCount);

for await (const { eventType, marketplace, data } of tape.offers({ games: ['CS2'] })) {
  console.log(eventType, marketplace, data.name, data.priceUSD);
  break;
}`,
  },
  {
    language: 'Python',
    needs: 'Python 3, no packages.',
    code: `import json, os, urllib.parse, urllib.request

def read(path, **parameters):
    address = f"${originMark}{path}?{urllib.parse.urlencode(parameters)}"
    request = urllib.request.Request(address, headers={"X-API-Key": os.environ["ITEMTAPE_KEY"]})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

for row in read("/v2/items/compare", game="CS2", name="AK-47 | Redline (Field-Tested)")["marketplaces"]:
    print(row["marketplace"], row["priceUSD"], row["offerCount"])`,
  },
];
