import { pollWhileSeen } from './poll.ts';

/** Something that all tabs of this browser show: each reads it again and again while it is seen, and tells the others of changes. */
export function sharedBetweenTabs<Message>(name: string, take: (message: Message) => void) {
  let channel: BroadcastChannel | null = null;
  return {
    /** Follows it until the returned function is called. */
    follow(read: () => Promise<void>, everyMs: number): () => void {
      const opened = new BroadcastChannel(`itemtape.${name}`);
      channel = opened;
      // They are told nothing of their own
      opened.onmessage = ({ data }: MessageEvent<Message>) => take(data);
      const stop = pollWhileSeen(read, everyMs);
      return () => {
        stop();
        opened.close();
      };
    },
    tell: (message: Message): void => channel?.postMessage(message),
  };
}
