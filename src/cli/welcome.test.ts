import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { announce } from './welcome.ts';

const textOf = (
  format: string,
  firstKey: string | null,
  { remark = null as string | null, host = '127.0.0.1', port = 7400, folder = './data' } = {},
): string => {
  const parts: string[] = [];
  const { config } = readConfig({
    file: null,
    environment: {},
    flags: { 'log-format': format, 'data-folder': folder, 'http-host': host },
  });
  const origin = `http://127.0.0.1:${port}`;
  const dashboard = `${origin}/#token=once_made-up`;
  announce({ origin, dashboard, firstKey }, { config, remark, write: (part) => void parts.push(part) });
  return parts.join('');
};

describe('the announcement of a service', () => {
  it('shows people the first key once, and a request that works', () => {
    const text = textOf('text', 'it_made-up');

    expect(text).toContain('it_made-up      (shown this once)');
    expect(text).toContain(
      'curl -H "X-API-Key: it_made-up" "http://127.0.0.1:7400/v2/items/search?game=CS2&query=ak-47+redline"',
    );
    expect(text).toMatch(/Dashboard +http:\/\/127\.0\.0\.1:7400\/#token=once_made-up\n/);
    expect(textOf('text', null)).toContain('itemtape keys create <name>');
    expect(textOf('text', null, { remark: 'Nothing here is real.' })).toContain('Nothing here is real.');
  });

  it('shows the commands for the dashboard and for keys, with flags that find this service', () => {
    expect(textOf('text', null)).toMatch(/signs one browser in; for another: npx --no-install itemtape dashboard\n/);
    expect(textOf('text', null)).toMatch(/itemtape keys list, npx --no-install itemtape keys create <name>\n/);
    expect(textOf('text', null, { host: '::1' })).toContain('itemtape dashboard --http-host ::1\n');
    const elsewhere = textOf('text', null, { port: 7411, folder: '/tmp/a demo' });
    expect(elsewhere).toContain('itemtape dashboard --data-folder "/tmp/a demo" --http-port 7411\n');
    expect(elsewhere).toContain(
      'itemtape keys list --data-folder "/tmp/a demo", npx --no-install itemtape keys create <name> --data-folder "/tmp/a demo"\n',
    );
  });

  it('gives machines one line for the address and one for the key', () => {
    const lines = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));

    expect(lines(textOf('json', 'it_made-up'))).toMatchObject([
      {
        origin: 'http://127.0.0.1:7400',
        dashboard: 'http://127.0.0.1:7400/#token=once_made-up',
        msg: 'listening',
      },
      { firstKey: 'it_made-up' },
    ]);
    expect(lines(textOf('json', null))).toHaveLength(1);
  });
});
