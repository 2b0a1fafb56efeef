/** What a connection may send: so much at once, and so much a second from then on. */
export type MessageAllowance = {
  readonly messages: number;
  readonly messagesPerSecond: number;
  readonly bytes: number;
  readonly bytesPerSecond: number;
};

/** Ten times what a reader with as many subscriptions as it may have sends when it connects. */
export const usualAllowance: MessageAllowance = {
  messages: 1_000,
  messagesPerSecond: 50,
  bytes: 8 * 2 ** 20,
  bytesPerSecond: 128 * 1024,
};

/** Counts what one connection sends; the function says whether a message of so many bytes is within what it may. */
export function createMessageBudget(allowed: MessageAllowance, nowMs: () => number): (bytes: number) => boolean {
  let messagesLeft = allowed.messages;
  let bytesLeft = allowed.bytes;
  let countedAtMs = nowMs();
  return (bytes) => {
    const atMs = nowMs();
    const seconds = (atMs - countedAtMs) / 1000;
    countedAtMs = atMs;
    messagesLeft = Math.min(allowed.messages, messagesLeft + seconds * allowed.messagesPerSecond) - 1;
    bytesLeft = Math.min(allowed.bytes, bytesLeft + seconds * allowed.bytesPerSecond) - bytes;
    return messagesLeft >= 0 && bytesLeft >= 0;
  };
}
