import { useState } from 'preact/hooks';
import { addressOf } from '../router.ts';

type Props = { readonly game: string; readonly name: string; readonly isKnown: boolean };

// What many names begin with tells nothing of one
const prefixes = /^(?:★ |StatTrak™ |Souvenir |Strange |Unusual )+/u;

const initials = (name: string): string => name.replace(prefixes, '').slice(0, 2);

/** The picture of an item, by way of the service: the page itself asks no other host. */
export function Thumbnail({ game, name, isKnown }: Props) {
  const address = addressOf('/thumbnails', { game, name });
  const [failed, setFailed] = useState<string | null>(null);
  // A browser draws a broken picture where none came
  if (!isKnown || failed === address) {
    return (
      <span class="thumbnail blank" aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return <img class="thumbnail" src={address} alt="" loading="lazy" onError={() => setFailed(address)} />;
}
