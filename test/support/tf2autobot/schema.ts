/** An item as the game's own interface describes it. */
export const schemaItem = (defindex: number, itemName: string, more: object = {}) => ({
  defindex,
  name: itemName,
  item_name: itemName,
  item_quality: 6,
  item_class: 'tf_wearable',
  proper_name: false,
  ...more,
});

export const keyName = 'Mann Co. Supply Crate Key';

/** A few items in the format in which TF2Autobot stores the schema of TF2. */
export const tf2Schema = {
  version: '4.5.3',
  time: 1_790_000_000_000,
  raw: {
    schema: {
      items: [
        schemaItem(13, 'Scattergun', { item_quality: 0 }),
        schemaItem(200, 'Scattergun', { name: 'Upgradeable TF_WEAPON_SCATTERGUN' }),
        schemaItem(205, 'Rocket Launcher', { name: 'Upgradeable TF_WEAPON_ROCKETLAUNCHER' }),
        schemaItem(201, 'Sniper Rifle', { name: 'Upgradeable TF_WEAPON_SNIPERRIFLE' }),
        schemaItem(266, "Horseless Headless Horsemann's Headtaker", { item_quality: 5, proper_name: true }),
        schemaItem(378, 'Team Captain', { proper_name: true }),
        schemaItem(5020, 'Name Tag', { proper_name: false }),
        schemaItem(2093, 'Name Tag'),
        schemaItem(5021, keyName, { item_class: 'tool' }),
        schemaItem(5022, 'Mann Co. Supply Crate', {
          item_class: 'supply_crate',
          attributes: [{ name: 'set supply crate series', class: 'supply_crate_series', value: 1 }],
        }),
        schemaItem(6523, 'Kit', { item_class: 'tool' }),
        schemaItem(15000, 'Sniper Rifle', { item_quality: 15 }),
        schemaItem(30_077, 'Cool Cat Cardigan'),
      ],
      qualities: {
        Normal: 0,
        rarity1: 1,
        vintage: 3,
        rarity4: 5,
        Unique: 6,
        strange: 11,
        haunted: 13,
        paintkitweapon: 15,
      },
      qualityNames: {
        Normal: 'Normal',
        rarity1: 'Genuine',
        vintage: 'Vintage',
        rarity4: 'Unusual',
        Unique: 'Unique',
        strange: 'Strange',
        haunted: 'Haunted',
        paintkitweapon: 'Decorated Weapon',
      },
      attribute_controlled_attached_particles: [
        { id: 13, name: 'Burning Flames' },
        { id: 703, name: 'Cool' },
      ],
      paintkits: { 14: 'Night Owl', 290: 'Autumn Mk.II' },
    },
    items_game: { items: { 5045: { static_attrs: { 'set supply crate series': '5' } } } },
  },
};
