import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Alerting, openAlerting, ruleOf } from '../../test/support/alerts/alerting.ts';
import { startMailServer } from '../../test/support/alerts/mail-server.ts';
import { localhostCertificate } from '../../test/support/servers/localhost-certificate.ts';
import { pricedOffer } from '../../test/support/stream/stream-rig.ts';
import { holds } from '../../test/support/time/until.ts';
import type { Alerts } from './alerts.ts';
import { Mailer, type MailSettings } from './mailer.ts';

const account = { user: 'tape', password: 'sesame-open-wide' };
const from = 'tape@example.org';
const all = { kind: 'stream', filter: { games: ['CS2'] } } as const;
const letter = (to: string) => ruleOf(all, '', { name: 'Rule of Ü', target: { kind: 'email', to } });

let rig: Alerting;
let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeEach(async () => {
  mail = await startMailServer(account);
});
afterEach(async () => {
  await rig?.close();
  await mail.close();
});

async function open(change: Partial<MailSettings> = {}): Promise<Alerts> {
  rig = await openAlerting({
    mailer: new Mailer({ server: mail.url, from, recipients: [], ...account, ...change }),
  });
  const alerts = await rig.open();
  alerts.start();
  return alerts;
}

const decoded = (text: string): string => text.replaceAll('=\r\n', '').replaceAll('=C3=9C', 'Ü');

describe('alerts by e-mail', () => {
  it('are plain text from the address of the operator, sent once, in order, with a stable id', async () => {
    const alerts = await open();
    const rule = await alerts.create('k1', letter('me@example.com'));
    expect(await alerts.test(rule.id, 'k1')).toMatchObject({ isDelivered: true, status: 250 });
    rig.put([pricedOffer('a', 9_990), pricedOffer('b', 8_880)]);
    await holds(() => mail.received.length === 3 && alerts.stats().pending === 0, 'three letters');

    const [, first, second] = mail.received;
    expect(first).toMatchObject({ to: ['me@example.com'], from });
    expect(decoded(first?.text ?? '')).toMatch(/9\.99 USD \(Added\)/);
    expect(first?.text).toContain('https://example.test/o/a');
    expect(first?.text).toMatch(/^Message-ID: <msg_[0-9a-f]{32}@example\.org>\r$/m);
    expect(first?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(first?.text).not.toMatch(/repeat/i);
    expect(second?.text).toContain('8.88');
  });

  it('are retried after a temporary refusal, and not if there is no such mailbox', async () => {
    const alerts = await open();
    const rule = await alerts.create('k1', letter('me@example.com'));
    mail.rig.refuse = { code: 450, text: 'later' };
    rig.put([pricedOffer('a', 9_990)]);
    await holds(() => alerts.attempts(rule.id, null).length >= 2, 'two attempts');
    expect(alerts.attempts(rule.id, null)[0]).toMatchObject({ outcome: 'failed', status: 450 });
    mail.rig.refuse = { code: 550, text: 'no such mailbox' };
    await holds(() => alerts.stats().pending === 0, 'an end of it');

    expect(alerts.attempts(rule.id, null)[0]).toMatchObject({ outcome: 'givenUp', status: 550 });
    expect(mail.received).toEqual([]);
  });

  it('report a wrong password without revealing it', async () => {
    const alerts = await open({ password: 'another-sesame' });
    const rule = await alerts.create('k1', letter('me@example.com'));
    const tried = await alerts.test(rule.id, 'k1');

    expect(tried).toMatchObject({ isDelivered: false, status: 535 });
    expect(JSON.stringify(tried)).not.toContain('another-sesame');
  });

  it('go to mailboxes and domains that the operator allows, and to one at a time', async () => {
    const alerts = await open({ recipients: ['me@example.com', '@Example.net'] });
    await alerts.create('k1', letter('ME@example.com'));
    await alerts.create('k1', letter('anybody@example.net'));

    await expect(alerts.create('k1', letter('you@example.com'))).rejects.toThrow('may not be sent to');
    for (const odd of [
      'me@example.com, you@example.com',
      'me@example.com\r\nBcc: you@example.com',
      'me',
      '<me@example.com>',
    ])
      await expect(alerts.create('k1', letter(odd)), odd).rejects.toThrow('not the address of one mailbox');
  });

  it('are refused if the operator has not set up e-mail', async () => {
    rig = await openAlerting();
    const alerts = await rig.open();
    await expect(alerts.create('k1', letter('me@example.com'))).rejects.toThrow('alerts.email.server');
  });

  it.each([
    ['no address', { server: 'mail.example.org' }, 'smtp://'],
    ['credentials in the address', { server: 'smtp://me:secret@mail.example.org' }, 'SMTP_PASSWORD'],
    ['nobody whom they are from', { server: 'smtp://mail.example.org', from: '' }, 'alerts.email.from'],
  ])('are refused at the start for %s', (_, change, problem) => {
    const settings = { from, recipients: [], user: null, password: null, ...change };
    expect(() => new Mailer(settings)).toThrow(problem);
  });
});

describe('over STARTTLS', () => {
  let secure: Awaited<ReturnType<typeof startMailServer>>;
  beforeEach(async () => {
    secure = await startMailServer(account, localhostCertificate);
  });
  afterEach(() => secure.close());

  const trying = async (server: string, trusted: string | null) => {
    const alerts = await open({ server, ...(trusted !== null && { trusted }) });
    const rule = await alerts.create('k1', letter('me@example.com'));
    return await alerts.test(rule.id, 'k1');
  };

  it('credentials and letters go encrypted', async () => {
    const tried = await trying(`smtp://localhost:${secure.port}`, localhostCertificate.cert);

    expect(tried).toMatchObject({ isDelivered: true, status: 250 });
    expect(secure.received).toMatchObject([{ to: ['me@example.com'], from, isEncrypted: true }]);
    expect(secure.passwords).toEqual([account.password]);
  });

  it('nothing is sent to a server whose certificate is not trusted or is for another name', async () => {
    const unknown = await trying(`smtp://localhost:${secure.port}`, null);
    await rig.close();
    const other = await trying(secure.url, localhostCertificate.cert);

    for (const tried of [unknown, other]) expect(tried).toMatchObject({ isDelivered: false, status: null });
    expect(`${unknown.error} ${other.error}`).toMatch(/self-signed certificate.*altnames/);
    expect([secure.passwords, secure.received]).toEqual([[], []]);
  });

  it('no credentials are sent to another machine without STARTTLS', async () => {
    // An address of this machine that is not recognised as one
    const tried = await trying(`smtp://0.0.0.0:${mail.port}`, null);

    expect(tried).toMatchObject({ isDelivered: false });
    expect([mail.passwords, mail.received]).toEqual([[], []]);
  });
});
