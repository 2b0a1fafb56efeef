import { marketplaceNamed } from '../schema/index.ts';

/**
 * Records where the marketplaces of a service come from, to prevent services from reading a marketplace from one another in
 * a circle: the id of the service, and for each marketplace read from other services, their ids, nearest first. As a
 * header: `4f1c09aa; skinport=77ab01cc.09fe2210; buff163=77ab01cc`.
 */
export type Lineage = {
  readonly header: () => string;
  /** Notes the header of the service that a marketplace is read from. Returns why it must not be read there, or null. */
  readonly learn: (slug: string, header: string | undefined) => string | null;
};

export const lineageHeader = 'X-Tape-Lineage';

// A longer chain is a circle that grows faster than its detection spreads
const maxHops = 8;

const idPattern = /^[a-z0-9]{1,64}$/;

export function createLineage(self: string): Lineage {
  const chains = new Map<string, readonly string[]>();
  return {
    header: () => [self, ...[...chains].map(([slug, chain]) => `${slug}=${chain.join('.')}`)].join('; '),
    learn(slug, header) {
      const read = header === undefined ? null : readHeader(header);
      if (read === null) {
        chains.delete(slug);
        return null;
      }
      const chain = [read.self, ...(read.chains.get(slug) ?? [])];
      const fault = faultOf(self, slug, chain);
      if (fault === null) chains.set(slug, chain);
      else chains.delete(slug);
      return fault;
    },
  };
}

function faultOf(self: string, slug: string, chain: readonly string[]): string | null {
  const name = marketplaceNamed(slug)?.name ?? slug;
  const remedy = 'take it from the marketplace at one of them, and start this service again';
  if (chain[0] === self) return `upstream.url is this service itself; ${remedy}`;
  if (chain.includes(self))
    return `${name} would go in a circle: the upstream has it from this service (${[self, ...chain].join(' < ')}); ${remedy}`;
  if (chain.length > maxHops) return `${name} comes through ${chain.length} services; at most ${maxHops} are allowed`;
  return null;
}

/** null when the header is not a lineage. */
function readHeader(header: string): { readonly self: string; readonly chains: ReadonlyMap<string, string[]> } | null {
  const [self = '', ...rest] = header.split(';').map((part) => part.trim());
  if (!idPattern.test(self)) return null;
  const chains = rest.flatMap((part): [string, string[]][] => {
    const [slug = '', ids = ''] = part.split('=');
    const chain = ids.split('.').filter((id) => idPattern.test(id));
    return chain.length === 0 ? [] : [[slug, chain]];
  });
  return { self, chains: new Map(chains) };
}
