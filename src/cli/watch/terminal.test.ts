import { describe, expect, it } from 'vitest';
import type { StreamMessage } from '#client';
import { createTerminal } from './terminal.ts';

const subscribed = { type: 'subscribed', epoch: 'e', sequence: 40 } as StreamMessage;
const heartbeat = (sequence: number) =>
  ({ type: 'heartbeat', timestamp: 1_790_000_000_000, epoch: 'e', sequence, count: 0 }) as StreamMessage;
const sale = {
  type: 'sale',
  marketplace: 'Buff163',
  game: 'CS2',
  timestamp: 1_790_000_000_000,
  data: { name: 'AK-47 | Redline (Field-Tested)', priceUSD: 31.5 },
} as StreamMessage;

function terminal(hasBell = false) {
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const columns = () => 120;
  const timeOf = () => '12:34:56';
  return {
    notes,
    write: createTerminal({ columns, isColoured: false, hasLinks: false, hasOthers: false, hasBell, timeOf, note }),
  };
}

describe('the rows of a terminal', () => {
  it('repeat their heading often enough to keep it in sight', () => {
    const { write } = terminal();
    const lines = Array.from({ length: 65 }, () => write(sale) ?? '').flatMap((text) => text.split('\n'));
    const heads = lines.flatMap((line, at) => (line.startsWith('time ') ? [at] : []));

    expect(heads).toEqual([0, 31, 62]);
    expect(lines).toHaveLength(68);
  });

  it('ring the bell on request', () => {
    expect(terminal(true).write(sale)?.endsWith('\u0007')).toBe(true);
    expect(terminal().write(sale)).not.toContain('\u0007');
  });

  it('are replaced with a note while there are none', () => {
    const { notes, write } = terminal();
    for (const message of [subscribed, heartbeat(40), heartbeat(1_240), sale, heartbeat(1_250), heartbeat(1_260)]) {
      write(message);
    }

    expect(notes).toEqual([
      'listening',
      'still listening; nothing has changed yet',
      'still listening; 1,200 changes so far, none matching lately',
      'still listening; 1,220 changes so far, none matching lately',
    ]);
  });
});
