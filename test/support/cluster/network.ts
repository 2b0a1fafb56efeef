import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** A separate machine on the network of a cluster. */
export type NetworkAddress = {
  /** Its address for the other nodes of the cluster. */
  readonly address: string;
  /** Its address for the tests, reachable even while it is cut off from the cluster. */
  readonly outside: string;
  /** Command-line prefix that runs a program there. */
  readonly words: readonly string[];
  /**
   * Cuts it off from the cluster in both directions, or reconnects it; null if this machine has no network namespaces
   * for it.
   */
  readonly cut: ((isCut: boolean) => void) | null;
};

export type Network = {
  /** The address of the tests, as seen from the places. */
  readonly host: string;
  readonly address: () => NetworkAddress;
  readonly close: () => void;
};

const ip = (...words: readonly string[]): void => void execFileSync('ip', words, { stdio: 'ignore' });

const loopback: Network = {
  host: '127.0.0.1',
  address: () => ({ address: '127.0.0.1', outside: '127.0.0.1', words: [], cut: null }),
  close: () => {},
};

/**
 * Two bridges, with a namespace for each place on both: the nodes of a cluster talk over one, which can be cut; tests
 * and places reach each other over the other. On loopback if this machine has no namespaces for it.
 */
export function openNetwork(): Network {
  // Random, as the previous network of this process may not have been removed completely
  const number = randomInt(50 * 250);
  const tag = `it${number}`;
  const [second, third] = [number % 50, Math.floor(number / 50)];
  const bridges = [
    { side: 'a', subnet: `10.${200 + second}.${third}` },
    { side: 'b', subnet: `10.${150 + second}.${third}` },
  ];
  const made: string[][] = [];
  const close = (): void => {
    for (const words of made.splice(0).reverse()) {
      try {
        ip(...words);
      } catch {
        // It was never created
      }
    }
  };
  let count = 0;
  const currentAddress = (): NetworkAddress => {
    count += 1;
    const name = `${tag}n${count}`;
    made.push(['netns', 'del', name]);
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
    const [address = '', outside = ''] = bridges.map(({ side, subnet }) => {
      const [outer, inner] = [`${name}${side}`, `eth-${side}`];
      ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
      ip('link', 'set', outer, 'master', `${tag}${side}`);
      ip('link', 'set', outer, 'up');
      ip('-n', name, 'addr', 'add', `${subnet}.${count}/24`, 'dev', inner);
      ip('-n', name, 'link', 'set', inner, 'up');
      return `${subnet}.${count}`;
    });
    const words = ['ip', 'netns', 'exec', name];
    return { address, outside, words, cut: (isCut) => ip('link', 'set', `${name}a`, isCut ? 'down' : 'up') };
  };
  try {
    for (const { side, subnet } of bridges) {
      made.push(['link', 'del', `${tag}${side}`]);
      ip('link', 'add', `${tag}${side}`, 'type', 'bridge');
      ip('addr', 'add', `${subnet}.254/24`, 'dev', `${tag}${side}`);
      ip('link', 'set', `${tag}${side}`, 'up');
    }
    currentAddress();
    return { host: `${bridges[1]?.subnet}.254`, address: currentAddress, close };
  } catch {
    close();
    return loopback;
  }
}

/** Whether this user can give places a network of their own, which takes root or equivalent rights, and `ip`. */
export function canCutNetwork(): boolean {
  const network = openNetwork();
  network.close();
  return network !== loopback;
}
