import { Agent, get } from 'node:http';

/** A client that sends requests in sequence on one connection. */
export type Client = {
  /** Milliseconds until the whole answer has arrived; its status must be 200. */
  readonly ask: (path: string) => Promise<number>;
  readonly close: () => void;
};

export function createClient(port: number, key: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (path) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        get({ host: '127.0.0.1', port, path, agent, headers: { 'x-api-key': key } }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`${path} is answered ${response.statusCode}`));
          response.on('end', () => resolve(performance.now() - startedAt)).resume();
        }).on('error', reject);
      }),
    close: () => agent.destroy(),
  };
}

export type Latencies = { readonly p50: number; readonly p99: number };

/** Milliseconds within which half and 99 % of times lie. */
export function percentiles(times: readonly number[]): Latencies {
  const spent = times.toSorted((a, b) => a - b);
  const at = (share: number) => spent[Math.ceil(spent.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Milliseconds within which half and 99 % of the answers arrive. */
export async function latenciesOf(client: Client, paths: readonly string[]): Promise<Latencies> {
  const spent: number[] = [];
  for (const path of paths) spent.push(await client.ask(path));
  return percentiles(spent);
}
