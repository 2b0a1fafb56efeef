import type { Game } from '../../schema/index.ts';
import type { CatalogueItem } from '../market/world.ts';

const site = 'https://skinport.com';

/** Counter-Strike has no path segment of its own. */
const folderOf: Readonly<Record<Game, string>> = { CS2: '', Dota2: '/dota2', Rust: '/rust', TF2: '/tf2' };

/** The name in URLs: ASCII letters and digits joined by hyphens. */
export const addressOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const itemPage = ({ game, name }: CatalogueItem): string => `${site}${folderOf[game]}/item/${addressOf(name)}`;

const withoutCondition = /^(.*?)(?: \([^()]*\))?$/;

/** Category, model and rest of a name: a sticker has no model, a rifle has both. */
const categoryOf = ({
  name,
  type,
  paintIndex,
  game,
}: CatalogueItem): { readonly path: string; readonly item: string } => {
  const category = addressOf(type);
  const [first = '', ...rest] = name.replace(/★ ?|StatTrak™ |Souvenir /g, '').split(' | ');
  const isSkin = game === 'CS2' && (paintIndex !== null || type === 'Knife' || type === 'Gloves');
  if (isSkin) {
    const finish = withoutCondition.exec(rest.join(' | '))?.[1] ?? '';
    return { path: `${category}/${addressOf(first)}`, item: finish === '' ? 'Vanilla' : finish };
  }
  return { path: category, item: rest.length > 0 && first === type ? rest.join(' | ') : name };
};

export const marketPage = (item: CatalogueItem): string => {
  const category = categoryOf(item);
  return `${site}${folderOf[item.game]}/market/${category.path}?item=${encodeURIComponent(category.item)}`;
};
