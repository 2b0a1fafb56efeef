import type { Alert } from './alert-state.ts';
import type { WebTarget } from './rule.ts';
import { signedHeaders } from './sign.ts';
import { chatLink } from './words.ts';

/** The HTTP request that is posted for an alert. */
export type Posting = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Try = {
  readonly attempt: number;
  /** Whether an earlier attempt may have arrived. */
  readonly mayRepeat: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
};

const telegram = 'https://api.telegram.org';
// Discord accepts 2,000 characters, the others more
const maxLength = 1_900;
// ntfy makes an attachment of more than 4,096 bytes, which it keeps for hours and may refuse
const maxBytes = 4_000;
// A longer link is omitted, because part of a link leads nowhere
const maxLinkLength = 1_000;

/** The URL of a target. */
export const addressOf = (target: WebTarget): string =>
  target.kind === 'telegram' ? `${target.url ?? telegram}/bot${target.token}/sendMessage` : target.url;

const json = { 'content-type': 'application/json' };

// Headers are limited to ASCII
const headerText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

/** The beginning of a text, of at most so many bytes; no symbol is cut. */
const inBytes = (text: string, max: number): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, max), { stream: true });

/** The attributes of CloudEvents (https://cloudevents.io) in its binary mode, which leaves the body as it is. */
const eventHeaders = ({ id, ruleId, at }: Alert): Record<string, string> => ({
  'ce-specversion': '1.0',
  'ce-type': 'itemtape.alert',
  'ce-source': `/tape/alerts#${encodeURIComponent(ruleId)}`,
  'ce-id': id,
  'ce-time': new Date(at).toISOString(),
});

/** An alert as a request to its target. */
export function postingOf(target: WebTarget, ruleName: string, alert: Alert, tried: Try): Posting {
  const url = addressOf(target);
  const mark = tried.mayRepeat ? ' (may be a repeat)' : '';
  const page = chatLink(alert.link ?? '');
  const link = page === '' || page.length > maxLinkLength ? '' : `\n${page}`;
  // Receivers refuse half a symbol, which a cut can leave at the end
  const words = alert.text.slice(0, maxLength - mark.length - link.length).replace(/\p{Cs}$/u, '');
  const text = words + mark;
  switch (target.kind) {
    case 'webhook': {
      const { secret, previous } = target;
      const isOverlap = previous !== undefined && tried.at < previous.expiresAt;
      const secrets = isOverlap ? [secret, previous.secret] : [secret];
      const signed = signedHeaders(secrets, alert.id, tried.at, alert.body);
      const counted = { 'itemtape-attempt': String(tried.attempt), ...(tried.mayRepeat && { 'itemtape-repeat': '1' }) };
      return { url, headers: { ...json, ...eventHeaders(alert), ...signed, ...counted }, body: alert.body };
    }
    case 'discord':
      return { url, headers: json, body: JSON.stringify({ content: text + link, allowed_mentions: { parse: [] } }) };
    case 'slack':
      return { url, headers: json, body: JSON.stringify({ text: slackText(text + link) }) };
    case 'telegram':
      return { url, headers: json, body: JSON.stringify({ chat_id: target.chatId, text: text + link }) };
    case 'ntfy': {
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        title: headerText(ruleName),
        ...(link !== '' && { click: page }),
        ...(target.token !== undefined && { authorization: `Bearer ${target.token}` }),
      };
      return { url, headers, body: inBytes(words, maxBytes) + mark };
    }
  }
}

/** Escapes the characters that Slack interprets. */
const slackText = (text: string): string =>
  text.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? mark);
