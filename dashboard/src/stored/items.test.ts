import { beforeEach, describe, expect, it } from 'vitest';
import { noteVisit, visited } from './items.ts';
import { storedSignal } from './stored-signal.ts';

const redline = { game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', phase: null } as const;

describe('items that a browser keeps', () => {
  beforeEach(() => {
    visited.value = [];
  });

  it('are visited once each, the last first, and only so many', () => {
    noteVisit('CS2', redline.name);
    for (let at = 0; at < 20; at += 1) noteVisit('Rust', `Door ${at}`);
    noteVisit('Rust', 'Door 15');

    expect(visited.value).toHaveLength(10);
    expect(visited.value.slice(0, 2).map(({ name }) => name)).toEqual(['Door 15', 'Door 19']);
  });

  it('are none where what is kept cannot be read', () => {
    expect(storedSignal('nothing', (stored) => stored ?? 'none').value).toBe('none');
  });
});
