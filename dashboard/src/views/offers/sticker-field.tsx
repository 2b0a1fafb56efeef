import { TextField } from '../../parts/text-field.tsx';
import { serviceTape } from '../../tape.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';

type Props = {
  readonly value: string;
  readonly choose: (value: string) => void;
};

const kind = 'Sticker | ';
const maxFound = 6;
const typingMs = 150;

/** Full sticker names separated by semicolons; the one being typed is completed by its words. */
export function StickerField({ value, choose }: Props) {
  const before = value.split(';').map((name) => name.trim());
  const wanted = before.pop() ?? '';
  const { answer, isEarlier } = useQuery(
    wanted === '' ? null : wanted,
    async (signal) => {
      const query = wanted.startsWith(kind) ? wanted : kind + wanted;
      const items = await serviceTape().findItems({ game: 'CS2', query, limit: maxFound }, { signal });
      return items.flatMap(({ name }) => (name.startsWith(kind) ? [name.slice(kind.length)] : []));
    },
    { delayMs: typingMs },
  );
  const found = isEarlier ? [] : (answer ?? []);
  const isWhole = found.includes(wanted.replace(kind, ''));
  return (
    <div class="sticker-field">
      <TextField words={translate('Stickers: Crown (Foil); …')} value={value} choose={choose} />
      {found.length > 0 && !isWhole && (
        <ul class="offered" aria-label={translate('Matching stickers')}>
          {found.map((name) => (
            <li key={name}>
              <button type="button" class="small" onClick={() => choose([...before, name].join('; '))}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
