import { setTimeout as wait } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { connectNats } from '../../src/service/cluster/nats/connect.ts';
import { type Lease, leaseMs, openLeases, takeLease } from '../../src/service/cluster/nats/lease.ts';
import { type NatsCluster, startNatsCluster } from '../support/cluster/nats-cluster.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { type Network, openNetwork } from '../support/cluster/network.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

needing('nats-server').describe(
  'leases',
  () => {
    let server: NatsServer;

    beforeAll(async () => {
      server = await startNats();
    });
    afterAll(async () => await server.stop());

    const never = new AbortController().signal;

    const setUp = async (name: string) => {
      const connection = await connect({ servers: server.url });
      const leases = await openLeases(connection, name, 1);
      const lost: string[] = [];
      let slept = 0;
      const take = (holder: string, signal = never, through = leases): Promise<Lease | null> => {
        const onLost = (why: string) => lost.push(`${holder}: ${why}`);
        const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + slept };
        return takeLease({ leases: through, key: 'collect', holder, clock, random: () => 0, onLost }, signal);
      };
      const sleep = (milliseconds: number): void => {
        slept += milliseconds;
      };
      return { connection, leases, lost, take, sleep };
    };

    it('are held by one process at a time, and by the next one as soon as they are released', async () => {
      const { connection, take, lost } = await setUp('one');
      const first = await take('a');
      expect(first?.isHeld).toBe(true);
      let second: Lease | null = null;
      const waiting = take('b').then((lease) => {
        second = lease;
      });
      const ending = new AbortController();
      const third = take('c', ending.signal);
      // Longer than a lease lasts without renewal
      await new Promise((resolve) => setTimeout(resolve, leaseMs + 1_000));
      expect([first?.isHeld, second]).toEqual([true, null]);
      ending.abort();
      expect(await third).toBeNull();
      await first?.release();
      await waiting;
      expect(lost).toEqual([]);
      await (second as Lease | null)?.release();
      await connection.close();
    });

    it('are read only from the leading server', async () => {
      const { connection, take } = await setUp('eight');
      const subjects: string[] = [];
      const note = (_: unknown, { subject }: { readonly subject: string }) => void subjects.push(subject);
      for (const subject of ['$JS.API.DIRECT.GET.KV_eight-leases.>', '$JS.API.STREAM.MSG.GET.KV_eight-leases'])
        connection.subscribe(subject, { callback: note });
      await (await take('a'))?.release();
      expect(subjects).toEqual(['$JS.API.STREAM.MSG.GET.KV_eight-leases']);
      await connection.close();
    });

    it('are lost at once, by the local clock, when a process was suspended', async () => {
      const { connection, take, lost, sleep } = await setUp('two');
      const lease = await take('a');
      sleep(9_000);
      expect(lease?.isHeld).toBe(true);
      sleep(1_500);
      expect(lease?.isHeld).toBe(false);
      await until('the loss to be reported', async () => lost.length > 0);
      expect(lost).toEqual([expect.stringContaining('could not be renewed')]);
      await connection.close();
    });

    it('are waited for without writing to the log while another process holds them', async () => {
      const { connection, take } = await setUp('six');
      const first = await take('a');
      const written: string[] = [];
      connection.subscribe('$KV.six-leases.>', { callback: (_, message) => void written.push(message.string()) });
      const waiting = take('b');
      await until('the first holder to renew the lease', async () => written.length > 0);
      expect(written).not.toContain('b');
      await first?.release();
      const second = await waiting;
      await until('the entry of the second holder', async () => written.includes('b'));
      expect([second?.isHeld, written.filter((holder) => holder === 'b')]).toEqual([true, ['b']]);
      await second?.release();
      await connection.close();
    });

    it('are taken without a pause when they are released during a try that found them held', async () => {
      const { connection, leases, take } = await setUp('during');
      const first = await take('a');
      let free = (): void => {};
      const released: KV = Object.assign(Object.create(leases), {
        get: async (key: string) => {
          const found = await leases.get(key);
          await first?.release();
          free();
          return found;
        },
      });
      let pauses = 0;
      const after = (milliseconds: number, run: () => void) => {
        pauses += 1;
        return systemClock.after(milliseconds, run);
      };
      const lease = await takeLease(
        {
          leases: released,
          key: 'collect',
          holder: 'b',
          clock: { ...systemClock, after },
          random: () => 0,
          freed: (call) => {
            free = call;
          },
          onLost: () => {},
        },
        never,
      );
      expect(pauses).toBe(0);
      await lease?.release();
      await connection.close();
    });

    it('are held by a process whose write succeeded without confirmation', async () => {
      const { connection, leases, take } = await setUp('seven');
      await leases.create('collect', 'a');
      const lease = await take('a');
      expect(lease?.isHeld).toBe(true);
      await lease?.release();
      await connection.close();
    });

    it('are lost in time by a process that finds them its own but cannot renew them', async () => {
      const { connection, leases, take, lost } = await setUp('four');
      const lease = await take('a');
      const streams = (await jetstreamManager(connection)).streams;
      await streams.update('KV_four-leases', { max_msg_size: 1 });
      await until('the loss to be reported', async () => lost.length > 0);
      expect(lost).toEqual([expect.stringContaining('could not be renewed')]);
      expect([lease?.isHeld, (await leases.get('collect'))?.string()]).toEqual([false, 'a']);
      await connection.close();
    });

    it('are renewed even if the answer to a renewal was lost', async () => {
      const { connection, leases, take, lost } = await setUp('five');
      const lease = await take('a');
      const unanswered = await leases.put('collect', 'a');
      await until('the lease to be renewed', async () => ((await leases.get('collect'))?.revision ?? 0) > unanswered);
      expect([lease?.isHeld, lost]).toEqual([true, []]);
      await lease?.release();
      expect((await leases.get('collect'))?.operation).toBe('DEL');
      await connection.close();
    });

    it.each([
      { name: 'nine', title: 'nobody holds them', found: () => null },
      {
        name: 'ten',
        title: 'another process holds them, as one did before',
        found: (own: KvEntry) => Object.assign(Object.create(own), { string: () => 'b' }) as KvEntry,
      },
    ])('are kept while a server that was cut off says that $says', async ({ name, found }) => {
      const { connection, leases, take, lost } = await setUp(name);
      const state: { own: KvEntry | null; requested: number } = { own: null, requested: 0 };
      const lagging: KV = Object.assign(Object.create(leases), {
        get: async (key: string) => {
          if (state.own === null) return await leases.get(key);
          state.requested += 1;
          return found(state.own);
        },
        update: async (...words: Parameters<KV['update']>) => {
          if (state.own === null) return await leases.update(...words);
          throw new Error('not answered');
        },
      });
      const lease = await take('a', never, lagging);
      const own = await leases.get('collect');
      state.own = own;
      await until('the outdated answer', async () => state.requested > 1);
      state.own = null;
      const revision = async () => (await leases.get('collect'))?.revision ?? 0;
      await until('the lease to be renewed', async () => (await revision()) > (own?.revision ?? 0));
      expect([lease?.isHeld, lost]).toEqual([true, []]);
      await lease?.release();
      await connection.close();
    });

    it('can be released in the middle of a renewal', async () => {
      const { connection, leases, take, lost } = await setUp('twelve');
      let isRenewed = false;
      const slow: KV = Object.assign(Object.create(leases), {
        update: async (...words: Parameters<KV['update']>) => {
          const revision = await leases.update(...words);
          isRenewed = true;
          await wait(300);
          return revision;
        },
      });
      const lease = await take('a', never, slow);
      await until('a renewal that is not answered yet', async () => isRenewed);
      await lease?.release();
      expect([(await leases.get('collect'))?.operation, lost]).toEqual(['DEL', []]);
      await connection.close();
    });

    it('are lost by a process that finds another holder', async () => {
      const { connection, leases, take, lost } = await setUp('three');
      const lease = await take('a');
      await leases.put('collect', 'b');
      await until('the loss to be reported', async () => lost.length > 0);
      expect(lost).toEqual(['a: another process has it']);
      expect(lease?.isHeld).toBe(false);
      await connection.close();
    });
  },
  { concurrent: true },
);

needing('nats-server').describe('a node whose server of NATS hangs', () => {
  let network: Network;
  let nats: NatsCluster;

  beforeAll(async () => {
    network = openNetwork();
    nats = await startNatsCluster(network);
  });
  afterAll(async () => {
    await nats?.stop();
    network?.close();
  });

  it('moves to another server, along with its leases', async () => {
    const servers = nats.peers.map(({ url }) => url);
    const connection = await connectNats({ servers, name: 'test', secrets: () => null });
    const leases = await openLeases(connection, 'eleven', 3);
    const { streams } = await jetstreamManager(connection);
    // Electing another leader may take longer than a lease lasts
    await until('another server to lead', async () => {
      const { cluster } = await streams.info('KV_eleven-leases');
      if (cluster?.leader !== undefined && cluster.leader !== connection.info?.server_name) return true;
      await connection.request('$JS.API.STREAM.LEADER.STEPDOWN.KV_eleven-leases');
      return false;
    });
    const lost: string[] = [];
    const onLost = (why: string) => lost.push(why);
    const options = { leases, key: 'collect', holder: 'a', clock: systemClock, random: () => 0, onLost };
    const lease = await takeLease(options, new AbortController().signal);
    const before = connection.getServer();
    const peer = nats.peers.find(({ url }) => url.endsWith(before));
    peer?.halt();
    await until('a connection to another server', async () => ![before, ''].includes(connection.getServer()));
    const revision = async () => (await leases.get('collect').catch(() => null))?.revision ?? 0;
    const previous = await revision();
    await until('the lease to be renewed, or lost', async () => lost.length > 0 || (await revision()) > previous);
    expect([lease?.isHeld, lost]).toEqual([true, []]);
    peer?.wake();
    await lease?.release();
    await connection.close();
  });
});
