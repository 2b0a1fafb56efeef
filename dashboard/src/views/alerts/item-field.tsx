import type { Game } from '../../games.ts';
import { tapeOf } from '../../tape.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';

type Props = {
  readonly apiKey: string;
  readonly game: Game;
  readonly value: string;
  readonly isRequired: boolean;
  readonly choose: (name: string) => void;
};

const maxFound = 6;
const typingMs = 150;

/** A field for the full name of an item, completed by search. */
export function ItemField({ apiKey, game, value, isRequired, choose }: Props) {
  const wanted = value.trim();
  const { answer } = useQuery(
    wanted === '' ? null : `${game} ${wanted}`,
    async (signal) => {
      const items = await tapeOf(apiKey).findItems({ game, query: wanted, limit: maxFound }, { signal });
      return items.map(({ name }) => name);
    },
    { delayMs: typingMs },
  );
  const isWhole = answer?.includes(wanted) ?? false;
  const offered = wanted === '' || isWhole ? [] : (answer ?? []);
  return (
    <div class="item-field grow">
      <label class="named">
        <span>{translate('Item')}</span>
        <input
          type="search"
          required={isRequired}
          placeholder={isRequired ? translate('Such as ak redline ft') : translate('Any item')}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => choose(event.currentTarget.value)}
        />
      </label>
      {offered.length > 0 && (
        <ul class="offered" aria-label={translate('Matching items')}>
          {offered.map((name) => (
            <li key={name}>
              <button type="button" class="small" onClick={() => choose(name)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
