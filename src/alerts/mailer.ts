import { isIP } from 'node:net';
import type { Config } from '../config/settings.ts';
import { StartRefused } from '../schema/index.ts';
import { Refusal, shown } from '../stream/refusal.ts';
import type { Alert } from './alert-state.ts';
import { PostError, type PostResult } from './post.ts';
import type { Try } from './targets.ts';

export type MailSettings = {
  /** smtp://host:587, or smtps://host:465 for TLS from the start. */
  readonly server: string;
  readonly from: string;
  /** Addresses, or domains such as @example.org; empty means anybody. */
  readonly recipients: readonly string[];
  readonly user: string | null;
  readonly password: string | null;
  readonly timeoutMs?: number;
  /** CA certificate for the server, in PEM; by default those that Node trusts. */
  readonly trusted?: string;
};

const oneAddress = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;
const defaultTimeoutMs = 10_000;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Sends alerts to mailboxes through the operator's own mail server. */
export class Mailer {
  readonly #settings: MailSettings;
  readonly #url: URL;

  /** Throws if the settings are not valid. */
  constructor(settings: MailSettings) {
    const { server, from } = settings;
    const url = URL.canParse(server) ? new URL(server) : null;
    if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
      throw new StartRefused('alerts.email.server must be an address such as smtp://mail.example.org:587');
    if (url.username !== '' || url.password !== '')
      throw new StartRefused(
        'alerts.email.server holds credentials; put them into ITEMTAPE_SMTP_USER and ITEMTAPE_SMTP_PASSWORD',
      );
    if (!oneAddress.test(from))
      throw new StartRefused(`alerts.email.from is "${from}"; set it to the sender's address`);
    this.#settings = settings;
    this.#url = url;
  }

  /** Throws a Refusal for an address that e-mails may not be sent to. */
  requireRecipient(to: string): void {
    if (!oneAddress.test(to)) throw new Refusal(`${shown(to)} is not the address of one mailbox`);
    const { recipients } = this.#settings;
    const [address, domain] = [to.toLowerCase(), `@${domainOf(to)}`];
    if (recipients.length === 0 || recipients.some((one) => [address, domain].includes(one.toLowerCase()))) return;
    throw new Refusal(
      `e-mails may not be sent to ${shown(to)}; the operator lists the allowed recipients in alerts.email.recipients`,
    );
  }

  /** Sends once; throws a PostError. */
  async send(to: string, ruleName: string, alert: Alert, tried: Try, signal: AbortSignal): Promise<PostResult> {
    try {
      this.requireRecipient(to);
    } catch (error) {
      throw new PostError(error instanceof Error ? error.message : String(error), false);
    }
    // Loaded on first use, since most services send no e-mail
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(this.#options());
    const stopping = new AbortController();
    const stopped = new Promise<never>((_, reject) => {
      const stop = () => reject(new PostError('no answer in time', true));
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { signal: stopping.signal });
    });
    try {
      await Promise.race([transport.sendMail(this.#letter(to, ruleName, alert, tried)), stopped]);
      return { status: 250, retryAfterMs: null };
    } catch (error) {
      return this.#refused(error);
    } finally {
      stopping.abort();
      transport.close();
    }
  }

  #options() {
    const { user, password, timeoutMs = defaultTimeoutMs, trusted } = this.#settings;
    const { protocol, hostname, port } = this.#url;
    const host = hostname.replace(/^\[|\]$/g, '');
    const isSecure = protocol === 'smtps:';
    return {
      host,
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      // Never send a password unencrypted over a network
      requireTLS: user !== null && !isThisMachine(host),
      ...(user !== null && { auth: { user, pass: password ?? '' } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...(trusted !== undefined && { tls: { ca: trusted } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  #letter(to: string, ruleName: string, { id, at, text, link }: Alert, { attempt, mayRepeat }: Try) {
    const { from } = this.#settings;
    const mark = mayRepeat ? ' (may be a repeat)' : '';
    return {
      from: { name: 'Itemtape', address: from },
      to: { name: '', address: to },
      subject: `${ruleName}${mark}`,
      text: `${text}${mark}${link === null ? '' : `\n${link}`}\n`,
      date: new Date(at),
      // The same at every attempt, so that mailboxes can merge repeats
      messageId: `<${id}@${domainOf(from)}>`,
      headers: {
        'auto-submitted': 'auto-generated',
        'itemtape-attempt': String(attempt),
        ...(mayRepeat && { 'itemtape-repeat': '1' }),
      },
    };
  }

  /** The server's answer; throws a PostError if there was none. */
  #refused(thrown: unknown): PostResult {
    if (thrown instanceof PostError) throw thrown;
    const { message, command, responseCode }: Partial<Error & { command: string; responseCode: number }> =
      thrown instanceof Error ? thrown : { message: String(thrown) };
    if (responseCode !== undefined && command !== 'CONN') return { status: responseCode, retryAfterMs: null };
    throw new PostError(message ?? '', command === 'DATA');
  }
}

/** The mailer, if a server is set; throws when its settings are not valid. */
export function mailerIn(config: Config, secrets: (name: string) => string | null): { readonly mailer?: Mailer } {
  const server = config['alerts.email.server'];
  if (server === '') return {};
  const [user, password] = [secrets('SMTP_USER'), secrets('SMTP_PASSWORD')];
  const [from, recipients] = [config['alerts.email.from'], config['alerts.email.recipients']];
  return { mailer: new Mailer({ server, from, recipients, user, password }) };
}
