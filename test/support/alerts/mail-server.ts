import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mail = {
  readonly to: readonly string[];
  readonly from: string;
  readonly text: string;
  readonly isEncrypted: boolean;
};

/**
 * A mail server on this machine that records what it is sent, for one user with one password; with a certificate it
 * offers STARTTLS, and accepts passwords only after it.
 */
export async function startMailServer(
  account: { readonly user: string; readonly password: string },
  certificate: { readonly key: string; readonly cert: string } | null = null,
) {
  const received: Mail[] = [];
  /** Passwords that clients have sent. */
  const passwords: string[] = [];
  /** The reply that refuses a letter; null accepts it. */
  const rig: { refuse: { readonly code: number; readonly text: string } | null } = { refuse: null };
  const server = new SMTPServer({
    ...(certificate === null
      ? { disabledCommands: ['STARTTLS'], hideSTARTTLS: true, allowInsecureAuth: true }
      : certificate),
    logger: false,
    onAuth({ username, password }, _, done) {
      passwords.push(password ?? '');
      if (username === account.user && password === account.password) done(null, { user: username });
      // A server may quote the credentials that it was sent
      else done(new Error(`no such account: ${username} ${password}`));
    },
    onRcptTo(_address, _session, done) {
      if (rig.refuse === null) done();
      else done(Object.assign(new Error(rig.refuse.text), { responseCode: rig.refuse.code }));
    },
    onData(stream, { envelope, secure }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, from, text: String(Buffer.concat(pieces)), isEncrypted: secure });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    passwords,
    rig,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
