import type { CatalogueItem, PlayedCharm, PlayedPiece, PlayedSticker } from '../../market/world.ts';
import { exteriorOf, isSouvenir, isStar, isStatTrak } from '../cs2-name.ts';

const joined = (...words: readonly (string | null)[]): string => words.filter((word) => word !== null).join(' ');

const typeOfCs2 = ({ rarity, type, name }: CatalogueItem): string =>
  joined(
    isStar(name) ? '★' : null,
    isStatTrak(name) ? 'StatTrak™' : null,
    isSouvenir(name) ? 'Souvenir' : null,
    rarity,
    type,
  );

const unlessIt = (word: string | null, plain: string): string | null => (word === plain ? null : word);

/** The name of the type, which for a weapon is that of the weapon. */
const nounOfTf2 = ({ name, type, quality }: CatalogueItem): string => {
  if (type === 'Tool') return 'Tool';
  return type === 'Cosmetic' ? 'Hat' : name.replace(`${quality} `, '');
};

/** Steam says the level of the sample it looks at. */
const typeOfTf2 = (item: CatalogueItem, level: number): string => {
  if (item.quality === 'Strange') return `Strange ${nounOfTf2(item)} - Kills: ${level * 37}`;
  return joined(unlessIt(item.quality, 'Unique'), `Level ${level} ${nounOfTf2(item)}`);
};

/** The line below the name: rarity and kind, in the manner of each game. */
export const typeLineOf = (item: CatalogueItem): string => {
  if (item.game === 'CS2') return typeOfCs2(item);
  if (item.game === 'Dota2') return joined(unlessIt(item.quality, 'Standard'), item.rarity, item.slot ?? item.type);
  return item.game === 'TF2' ? typeOfTf2(item, 1 + (item.index % 100)) : 'Workshop Item';
};

type Line = { readonly type: 'html'; readonly value: string; readonly name: string; readonly color?: string };

const line = (name: string, value: string): Line => ({ type: 'html', value, name });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const bareName = (name: string): string => name.slice(name.indexOf(' | ') + 3);

const picture = (title: string): string =>
  `<img width=64 height=48 src="https://cdn.steamstatic.com/apps/730/icons/econ/x.png" title="${escaped(title)}">`;

/** The block of what is applied: a picture for each with its name, and below them all names. */
const blockOf = (kind: string, names: readonly string[]): string => {
  const pictures = names.map((name) => picture(`${kind}: ${name}`)).join('');
  return `<br><div id="${kind.toLowerCase()}_info" class="sticker_info" style="border: 2px solid rgb(102, 102, 102); padding:8px"><center>${pictures}<br>${kind}: ${escaped(names.join(', '))}</center></div>`;
};

const applied = (kind: string, on: readonly PlayedSticker[]): readonly Line[] =>
  on.length === 0
    ? []
    : [
        line(
          'sticker_info',
          blockOf(
            kind,
            on.map(({ name }) => bareName(name)),
          ),
        ),
      ];

/** A slab is only called a slab here, whatever is in it. */
const charmName = ({ kind, name }: PlayedCharm): string => (kind === 'slab' ? 'Sticker Slab' : bareName(name));

const linesOfCs2 = (item: CatalogueItem, piece: PlayedPiece | null): readonly Line[] => {
  const exterior = exteriorOf(item.name);
  const count = piece?.statTrakCount ?? null;
  return [
    ...(exterior === null ? [] : [line('exterior_wear', `Exterior: ${exterior}`)]),
    line('blank', ' '),
    ...(count === null ? [] : [line('stattrak_score', `StatTrak™ Confirmed Kills: ${count.toLocaleString('en-US')}`)]),
    ...(item.collection === null ? [] : [{ ...line('itemset_name', item.collection), color: '9da1a9' }]),
    ...applied('Sticker', piece?.stickers ?? []),
    ...applied('Patch', piece?.patches ?? []),
    ...(piece?.charm == null ? [] : [line('keychain_info', blockOf('Charm', [charmName(piece.charm)]))]),
    ...(piece?.nameTag == null ? [] : [line('nametag', escaped(nameTagLine(piece.nameTag)))]),
  ];
};

/** Two apostrophes on each side. */
export const nameTagLine = (nameTag: string): string => `Name Tag: ''${nameTag}''`;

/** The lines below the type; without a piece, those that all pieces share. */
export const linesOf = (item: CatalogueItem, piece: PlayedPiece | null): readonly Line[] => {
  if (item.game === 'CS2') return linesOfCs2(item, piece);
  if (item.game === 'Dota2') return item.hero === null ? [] : [line('used_by', `Used By: ${item.hero}`)];
  if (item.game === 'Rust') return [];
  const effect = piece?.effect ?? null;
  return [
    ...(effect === null ? [] : [line('attribute', `★ Unusual Effect: ${effect.name}`)]),
    ...(item.rarity === null
      ? []
      : [line('attribute', `${item.rarity} Grade ${item.type} (${exteriorOf(item.name)})`)]),
  ];
};
