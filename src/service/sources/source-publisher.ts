import type { SourceHealth } from '../../collect/schedule/health.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import type { TapePublisher } from '../tape/tape-publisher.ts';

/**
 * Publishes a source when its state changes; called every few seconds with all sources. With `publishesFirst` the first state is
 * published, too, since readers that resume after a restart have received earlier states.
 */
export function createSourcePublisher(
  publisher: Pick<TapePublisher, 'publishSource'>,
  publishesFirst = false,
): (sources: readonly SourceHealth[]) => void {
  const states = new Map<string, string>();
  return (sources) => {
    for (const health of sources) {
      const key = `${health.slug}/${health.source}/${health.game}`;
      const previous = states.get(key);
      states.set(key, health.state);
      if (previous === undefined ? publishesFirst : previous !== health.state) {
        const { slug, source, game, state, detail, lastReadAt } = health;
        const { id: marketplaceId } = marketplaceWithSlug(slug);
        publisher.publishSource({ marketplaceId, slug, source, game, state, detail, lastReadAt });
      }
    }
  };
}
