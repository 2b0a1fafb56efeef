import { foundItems } from '@itemtape/client';
import { type Game, gameOf } from '../../games.ts';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { serviceTape } from '../../tape.ts';
import { priceText } from '../../text/currency.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';

type ItemName = { readonly game: Game; readonly name: string };

type Props = {
  /** Where to look for names. */
  readonly games: readonly Game[];
  readonly item: ItemName;
  readonly isRequired: boolean;
  readonly choose: (item: ItemName) => void;
};

const maxFound = 6;
const typingMs = 150;

/** A field for the full name of an item, completed by search. */
export function ItemField({ games, item, isRequired, choose }: Props) {
  const wanted = item.name.trim();
  const { answer } = useQuery(
    wanted === '' || games.length === 0 ? null : `${games} ${wanted}`,
    async (signal) => {
      const find = (game: Game) => serviceTape().findItems({ game, query: wanted, limit: maxFound }, { signal });
      return foundItems((await Promise.all(games.map(find))).flat()).slice(0, maxFound);
    },
    { delayMs: typingMs },
  );
  const isWhole = answer?.some(({ name }) => name === wanted) ?? false;
  const offered = wanted === '' || isWhole ? [] : (answer ?? []);
  return (
    <div class="item-field grow">
      <label class="named">
        <span>{translate('Item')}</span>
        <span class="pictured">
          {isWhole && <Thumbnail game={item.game} name={wanted} isKnown />}
          <input
            type="search"
            required={isRequired}
            placeholder={isRequired ? translate('Such as ak redline ft') : translate('Any item')}
            autocomplete="off"
            spellcheck={false}
            value={item.name}
            onInput={(event) => choose({ ...item, name: event.currentTarget.value })}
          />
        </span>
      </label>
      {offered.length > 0 && (
        <ul class="offered" aria-label={translate('Matching items')}>
          {offered.map(({ game: of, name, hasThumbnail, priceUSD }) => (
            <li key={`${of} ${name}`}>
              <button type="button" aria-label={name} onClick={() => choose({ game: gameOf(of) ?? item.game, name })}>
                <Thumbnail game={of} name={name} isKnown={hasThumbnail} />
                <span class="grow">{name}</span>
                <span class="quiet">
                  {games.length > 1 && `${of} · `}
                  {priceText(priceUSD, 'USD')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
