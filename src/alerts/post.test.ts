import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../test/support/alerts/alerting.ts';
import { isPublicAddress, publicLookup } from '../collect/request/public-address.ts';
import { checkReach, PostError, post, type Reach } from './post.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** Resolves names to these addresses; each lookup of a name returns the next one. */
const reachOf = (answers: Readonly<Record<string, readonly string[]>>): Reach & { readonly lookups: string[] } => {
  const lookups: string[] = [];
  const resolve: NonNullable<Parameters<typeof publicLookup>[0]> = (host, _, done) => {
    const addresses = answers[host] ?? [];
    const address =
      addresses[Math.min(lookups.filter((one) => one === host).length, addresses.length - 1)] ?? '127.0.0.1';
    lookups.push(host);
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
  return { isPrivateAllowed: false, isPublic: isPublicAddress, publicLookup: publicLookup(resolve), lookups };
};

const posting = (url: string) => ({ url, headers: {}, body: 'x' });
const options = (reach: Reach) => ({ reach, userAgent: 'test', signal: new AbortController().signal });

describe('a target that is not public', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://172.16.5.5/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.3.2/',
    'https://0.0.0.0/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[fc00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'http://1.1.1.1/',
    'https://user:word@example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'nothing',
  ])('as %s is refused, before it is kept and before it is sent to', async (url) => {
    const reach = reachOf({});
    await expect(checkReach(url, reach)).rejects.toThrow(
      /not a public address|not an address to send to|name or password/,
    );
    await expect(post(posting(url), options(reach))).rejects.toThrow(PostError);
    expect(reach.lookups).toEqual([]);
  });

  it.each(['10.0.0.1', '127.0.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'but whose name leads to %s is refused',
    async (address) => {
      await expect(checkReach('https://hook.example/', reachOf({ 'hook.example': [address] }))).rejects.toThrow(
        'not a public address',
      );
    },
  );

  it('but was public when the rule was made is not connected to: the address is checked on connecting', async () => {
    const port = String(receiver.port);
    const reach = reachOf({ 'hook.example': ['93.184.215.14', '127.0.0.1'] });
    await checkReach(`https://hook.example:${port}/`, reach);

    const failed = await post(posting(`https://hook.example:${port}/`), options(reach)).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ name: 'PostError', mayHaveArrived: false });
    expect(String(failed)).toContain('not a public address');
    expect(reach.lookups).toEqual(['hook.example', 'hook.example']);
    expect(receiver.received).toEqual([]);
  });

  it('is sent to where the operator allows it', async () => {
    const reach: Reach = { ...reachOf({}), isPrivateAllowed: true };
    await checkReach(`http://localhost:${receiver.port}/`, reach);
    await checkReach(receiver.url, reach);

    expect(await post(posting(receiver.url), options(reach))).toEqual({ status: 204, retryAfterMs: null });
  });
});

describe('a target that does not answer', () => {
  it('times out, and may have received the alert', async () => {
    receiver.answer.isSilent = true;
    const reach: Reach = { ...reachOf({}), isPrivateAllowed: true };
    const failed = post(posting(receiver.url), { ...options(reach), timeoutMs: 1_000 });

    await expect(failed).rejects.toMatchObject({ mayHaveArrived: true, message: 'no answer in time' });
    receiver.answer.isSilent = false;
  });

  it('but switches protocols fails as well', async () => {
    const switched = { connection: 'upgrade', upgrade: 'other' };
    const target = createServer((_, response) => void response.writeHead(101, switched).end());
    await once(target.listen(0, '127.0.0.1'), 'listening');
    const { port } = target.address() as AddressInfo;
    const reach: Reach = { ...reachOf({}), isPrivateAllowed: true };

    await expect(post(posting(`http://127.0.0.1:${port}/`), options(reach))).rejects.toThrow('without an answer');
    target.close();
  });
});
