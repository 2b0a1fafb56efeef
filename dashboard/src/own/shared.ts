/** Tells the other tabs of this browser something; they hear nothing of their own. */
export function sharedBetweenTabs<Message>(name: string, take: (message: Message) => void) {
  let channel: BroadcastChannel | null = null;
  return {
    /** Returns a function that stops listening. */
    open: (): (() => void) => {
      const opened = new BroadcastChannel(`itemtape.${name}`);
      channel = opened;
      opened.onmessage = ({ data }: MessageEvent<Message>) => take(data);
      return () => opened.close();
    },
    tell: (message: Message): void => channel?.postMessage(message),
  };
}
