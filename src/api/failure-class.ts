/**
 * What anybody may know of a failure. Messages of the system, the database and NATS contain paths and addresses inside the
 * operator's network, and no pattern finds all of them, so nothing of a message is passed on but what is listed here.
 */
const classes: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|EDQUOT|no space|not enough space|disk.*full/i, 'disk full'],
  [/ECONNREFUSED|connection refused/i, 'connection refused'],
  [/ENOTFOUND|EAI_AGAIN|CERT_|certificate|ECONN|EPIPE|E(?:HOST|NET)(?:UNREACH|DOWN)/, 'no connection'],
  [/no connection|hang up|(?:dis|not )connected|connection (?:closed|lost|reset)/i, 'no connection'],
  [/ETIMEDOUT|time(?:d )?-?out|TIMEOUT_EXCEEDED|not answer/i, 'no answer in time'],
  [/EACCES|EPERM|EROFS|permission|read-only|not allowed/i, 'no permission'],
  [/authenti|authoriz|credential|password/i, 'credentials refused'],
  [/EMFILE|ENFILE|too many open files/i, 'too many open files'],
  [/ENOMEM|memory/i, 'out of memory'],
  [/EIO|EISDIR|ENOENT|ENOTDIR|corrupt|checksum|damaged|cannot be read|unreadable/i, 'unreadable'],
];

/** The class of a failure, without anything that its message names. */
export function failureClass(message: string): string {
  const [, status] = /\banswered (\d{3})\b/.exec(message) ?? [];
  if (status !== undefined) return `answered ${status}`;
  return classes.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed';
}

/** What a reader is told of failures: the message, or only its class. Every answer that needs no key words them with it. */
export type TellFailure = (message: string) => string;

/** For readers who may know all of it. */
export const inFull: TellFailure = (message) => message;
