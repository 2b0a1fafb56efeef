import { useState } from 'preact/hooks';
import { addressOf } from '../router.ts';
import { drawingOf } from './look/kind-of.ts';
import { Silhouette } from './look/silhouette.tsx';

type Props = { readonly game: string; readonly name: string; readonly isKnown: boolean };

/** The picture of an item, loaded through the service, as the page contacts no other host; otherwise its silhouette. */
export function Thumbnail({ game, name, isKnown }: Props) {
  const address = addressOf('/thumbnails', { game, name });
  const [failed, setFailed] = useState<string | null>(null);
  // Browsers draw a broken-image icon when loading fails
  if (!isKnown || failed === address) return <Silhouette of={drawingOf(game, name)} />;
  return <img class="thumbnail" src={address} alt="" loading="lazy" onError={() => setFailed(address)} />;
}
