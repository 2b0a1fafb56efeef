import { type Framed, type Link, parsed } from './link.ts';

/** Every frame is one JSON text; anything else is ignored. */
export const jsonFraming = ({ send, heard }: Link): Framed => ({
  hear: (frame) => {
    const message = parsed(String(frame));
    if (message === undefined) return;
    for (const answer of heard(message)) send(JSON.stringify(answer));
  },
  frame: (message) => JSON.stringify(message),
  heartbeat: () => null,
});
