import Type, { type Static } from 'typebox';

/** What an item is, in one list for all games. Each game has some of them. */
export const itemKinds = [
  ...['pistol', 'smg', 'rifle', 'sniperRifle', 'shotgun', 'machineGun', 'equipment', 'knife', 'gloves', 'agent'],
  ...['sticker', 'slab', 'patch', 'charm', 'highlight', 'graffiti', 'musicKit', 'container', 'key', 'pass', 'tool'],
  ...['collectible', 'wearable', 'bundle', 'courier', 'ward', 'announcer', 'hud', 'loadingScreen', 'cursor', 'terrain'],
  ...['taunt', 'emoticon', 'gem', 'treasure', 'ticket', 'pennant', 'playerCard', 'weapon', 'cosmetic', 'warPaint'],
  ...['strangePart', 'strangifier', 'unusualifier', 'killstreakKit', 'paint', 'metal', 'action', 'clothing', 'armor'],
  ...['deployable', 'skin', 'other'],
] as const;

export const ItemKind = Type.Enum([...itemKinds], { description: 'What the item is' });
export type ItemKind = Static<typeof ItemKind>;
