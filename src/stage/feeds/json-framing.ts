import { type Frames, type Link, parsed } from './link.ts';

/** Every frame is one JSON text; anything else is ignored. */
export const jsonFraming = ({ send, receive }: Link): Frames => ({
  take: (frame) => {
    const message = parsed(String(frame));
    if (message === undefined) return;
    for (const answer of receive(message)) send(JSON.stringify(answer));
  },
  frame: (message) => JSON.stringify(message),
  heartbeat: () => null,
});
