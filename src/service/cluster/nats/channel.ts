import type { NatsConnection } from '@nats-io/transport-node';

/** Transient messages between nodes: a node that is not connected misses them. */
export type Channel = {
  readonly send: (topic: string, content: unknown) => void;
  readonly onMessage: (topic: string, take: (content: unknown) => void) => void;
};

export function openChannel(connection: NatsConnection, name: string): Channel {
  const subject = (topic: string): string => `${name}.says.${topic}`;
  return {
    send(topic, content) {
      if (!connection.isClosed()) connection.publish(subject(topic), JSON.stringify(content));
    },
    onMessage(topic, take) {
      const callback = (error: Error | null, message: { readonly string: () => string }): void => {
        if (error === null) take(JSON.parse(message.string()));
      };
      connection.subscribe(subject(topic), { callback });
    },
  };
}
