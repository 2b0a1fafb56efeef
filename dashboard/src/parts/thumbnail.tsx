import { useState } from 'preact/hooks';
import { addressOf } from '../router.ts';

type Props = { readonly game: string; readonly name: string; readonly isKnown: boolean };

// A common prefix does not identify an item
const prefixes = /^(?:★ |StatTrak™ |Souvenir |Strange |Unusual )+/u;

const initials = (name: string): string => Array.from(name.replace(prefixes, '')).slice(0, 2).join('');

/** The picture of an item, loaded through the service: the page contacts no other host. */
export function Thumbnail({ game, name, isKnown }: Props) {
  const address = addressOf('/thumbnails', { game, name });
  const [failed, setFailed] = useState<string | null>(null);
  // Browsers draw a broken-image icon when loading fails
  if (!isKnown || failed === address) {
    return (
      <span class="thumbnail blank" aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return <img class="thumbnail" src={address} alt="" loading="lazy" onError={() => setFailed(address)} />;
}
