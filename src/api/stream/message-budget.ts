/** Limits on what a client can send over a connection: a burst, and a rate per second. */
export type MessageAllowance = {
  readonly messages: number;
  readonly messagesPerSecond: number;
  readonly bytes: number;
  readonly bytesPerSecond: number;
};

/** Ten times what a client with the maximum number of subscriptions sends when it connects. */
export const defaultAllowance: MessageAllowance = {
  messages: 1_000,
  messagesPerSecond: 50,
  bytes: 8 * 2 ** 20,
  bytesPerSecond: 128 * 1024,
};

/** Counts what one connection sends; the function returns whether a message of this many bytes is within the limits. */
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
