import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

// IANA registries of special-purpose addresses: blocks that are not globally reachable
const specialIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; cloud metadata services answer here with credentials
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast
  ['224.0.0.0', 3],
];

// Within the global unicast range; 64:ff9b::, ::ffff:, fc00:: and fe80:: are outside of it
const specialIpv6: readonly (readonly [string, number])[] = [
  // Teredo, ORCHID, benchmarking and other protocols
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 can reach any IPv4 address
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of specialIpv4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of specialIpv6) special.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public network, and not to this machine or a network around it. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !special.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

type Resolve = (
  host: string,
  options: { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, found: readonly LookupAddress[]) => void,
) => void;

/** A lookup function for connections that passes on public addresses only, so that exactly the checked address is used. */
export const publicLookup =
  (resolve: Resolve = resolveName): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found = []) => {
      const open = found.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (error !== null) done(error, []);
      else if (first === undefined) done(notPublic(host, found), []);
      else if (options.all === true) done(null, open);
      else done(null, first.address, first.family);
    });
  };

const notPublic = (host: string, found: readonly LookupAddress[]): NodeJS.ErrnoException => {
  const addresses = found.map(({ address }) => address).join(', ');
  return Object.assign(new Error(`${host} resolves to ${addresses}, which is not a public address`), {
    code: 'ENOTPUBLIC',
  });
};
