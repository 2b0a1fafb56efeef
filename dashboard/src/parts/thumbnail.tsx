import { addressOf } from '../router.ts';

/** The picture of an item, by way of the service: the page itself asks no other host. */
export function Thumbnail({
  game,
  name,
  isKnown,
}: {
  readonly game: string;
  readonly name: string;
  readonly isKnown: boolean;
}) {
  if (!isKnown) return <span class="thumbnail blank" aria-hidden="true" />;
  return (
    <img
      class="thumbnail"
      src={addressOf('/thumbnails', { game, name })}
      alt=""
      loading="lazy"
      onError={(event) => event.currentTarget.classList.add('blank')}
    />
  );
}
