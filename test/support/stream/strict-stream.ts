const ownKeys: Readonly<Record<string, readonly string[]>> = {
  CS2: ['inspectLink', 'float', 'paintIndex', 'paintSeed', 'stickers'],
  Dota2: ['rarity', 'hero'],
  Rust: ['itemType'],
  TF2: [],
};

const commonKeys = [
  'name',
  'purchaseLink',
  'priceUSD',
  'priceEUR',
  'priceCNY',
  'priceRUB',
  'daysTradeLocked',
  'foundAt',
];

type Fields = Readonly<Record<string, unknown>>;

const isWhole = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isOrNull = (value: unknown, holds: (value: unknown) => boolean): boolean => value === null || holds(value);
const isPrice = (value: unknown): boolean => typeof value === 'number' && value > 0;
const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

const isSticker = (value: unknown): boolean => {
  const { name, wear, slot } = value as Fields;
  return isText(name) && isShare(wear) && isWhole(slot);
};

/**
 * Reads the messages of one connection as strictly as a client may: the first fault ends it. Old clients know three
 * types, and take two messages about one link in the same millisecond for a contradiction.
 */
export function createStrictReader() {
  let isSubscribed = false;
  const times = new Map<string, number>();

  const requireThat = (holds: boolean, text: string, what: string): void => {
    if (!holds) throw new Error(`${what}: ${text}`);
  };
  const requireKeys = (found: Fields, keys: readonly string[], text: string, where: string): void => {
    const [has, wants] = [Object.keys(found).join(), keys.join()];
    requireThat(has === wants, text, `keys of the ${where} are ${has} instead of ${wants}`);
  };

  const readOffer = (text: string, message: Fields): void => {
    const data = message['data'] as Fields;
    const game = String(message['game']);
    requireThat(isSubscribed, text, 'an offer before the confirmation');
    requireKeys(message, ['type', 'eventType', 'marketplace', 'game', 'timestamp', 'data'], text, 'envelope');
    requireThat(['Added', 'Updated'].includes(String(message['eventType'])), text, 'an unknown event');
    requireThat(isWhole(message['timestamp']), text, 'no time');
    requireKeys(data, [...commonKeys, ...(ownKeys[game] ?? ['?'])], text, 'data');
    requireThat(isText(data['name']) && isText(data['purchaseLink']), text, 'no name or link');
    requireThat(isPrice(data['priceUSD']), text, 'no price in dollars');
    for (const key of ['priceEUR', 'priceCNY', 'priceRUB']) requireThat(isOrNull(data[key], isPrice), text, key);
    requireThat(isOrNull(data['daysTradeLocked'], isWhole), text, 'days are not whole');
    requireThat(isWhole(data['foundAt']) && Number(data['foundAt']) < 1e11, text, 'foundAt is not in seconds');
    if (game === 'CS2') {
      requireThat(isOrNull(data['float'], isShare), text, 'float');
      requireThat(isOrNull(data['paintIndex'], isWhole) && isOrNull(data['paintSeed'], isWhole), text, 'paint');
      requireThat(
        isOrNull(data['stickers'], (list) => (list as unknown[]).every(isSticker)),
        text,
        'a sticker',
      );
    }
    const link = `${message['marketplace']} ${game} ${data['purchaseLink']}`;
    requireThat(Number(message['timestamp']) > (times.get(link) ?? 0), text, 'the timestamp does not increase');
    times.set(link, Number(message['timestamp']));
  };

  return (text: string): void => {
    const message = JSON.parse(text) as Fields;
    // A repeated key or an unusual number would not serialise back to the same text
    requireThat(JSON.stringify(message) === text, text, 'a key is repeated, or a number is written unusually');
    switch (message['type']) {
      case 'subscribed':
        requireThat(Array.isArray(message['marketplaces']) && Array.isArray(message['games']), text, 'no lists');
        isSubscribed = true;
        return;
      case 'error':
        requireThat(isText(message['message']), text, 'no message');
        return;
      case 'offer':
        readOffer(text, message);
        return;
      default:
        throw new Error(`an unknown type: ${text}`);
    }
  };
}
