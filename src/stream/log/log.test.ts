import { describe, expect, it } from 'vitest';
import { entryText } from '../../../test/support/stream/entry-text.ts';
import { entryKind, type LogEntry } from './entry.ts';
import { StreamLog } from './log.ts';

const entry = (at: number): LogEntry => ({
  kind: entryKind.added,
  marketplaceId: 27,
  game: 'TF2',
  name: '★ Ключ',
  phase: 'Black Pearl',
  at,
  usd: 1.25,
  shownUsd: { low: 1, high: 1.5 },
  previousTraits: { name: '★ Ключ', phase: null, float: 0.25, paintSeed: null },
  float: 0.5,
  paintSeed: 7,
  isNewFloor: true,
  isNewItemFloor: false,
  reason: null,
});
const text = (tail = ',"n":1}') => entryText('a"b', tail);

const logOf = (limits: { keepMs: number; keepCount: number; byteLimit: number }) => {
  const clock = { at: 0 };
  return { clock, log: new StreamLog({ epoch: 'e', limits, now: () => clock.at }) };
};

const wide = { keepMs: 600_000, keepCount: 100_000, byteLimit: 1 << 30 };

describe('the log', () => {
  it('keeps what it was given, in order and without gaps', () => {
    const { log } = logOf(wide);
    for (let at = 1; at <= 5_000; at += 1) expect(log.append(entry(at), text(`,"text":"★ ${at}"}`))).toBe(at);

    const retained = [...(log.since(0) ?? [])];
    expect(retained.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 5_000 }, (_, at) => at + 1));
    for (const { segment, at, sequence } of [retained[0], retained[2_047], retained[2_048], retained[4_999]].filter(
      (one) => one !== undefined,
    )) {
      expect(segment.tail(at).toString()).toBe(`,"text":"★ ${sequence}"}`);
      expect(segment.id(at).toString()).toBe('"a\\"b"');
      expect([segment.time(at), segment.usd(at), segment.float(at), segment.paintSeed(at)]).toEqual([
        sequence,
        1.25,
        0.5,
        7,
      ]);
      expect([segment.phase(at), segment.isNewFloor(at), segment.isNewItemFloor(at)]).toEqual([
        'Black Pearl',
        true,
        false,
      ]);
      expect([segment.lowUsd(at), segment.highUsd(at), segment.previousTraits(at)?.float]).toEqual([1, 1.5, 0.25]);
    }
  });

  it('drops only what is both old and outnumbered', () => {
    const { clock, log } = logOf({ ...wide, keepMs: 1_000, keepCount: 5_000 });
    for (let at = 1; at <= 20_000; at += 1) log.append(entry(at), text());
    expect(log.first).toBe(1);
    clock.at = 15_000;
    for (let at = 0; at < 3_000; at += 1) log.append(entry(20_000), text());

    expect(log.first).toBeGreaterThan(10_000);
    expect(log.first).toBeLessThanOrEqual(14_001);
    expect(log.since(log.first - 2)).toBeNull();
    expect([...(log.since(log.first - 1) ?? [])]).toHaveLength(23_000 - log.first + 1);
    expect(log.since(23_001)).toBeNull();
  });

  it('never exceeds its memory limit', () => {
    const { log } = logOf({ ...wide, byteLimit: 8 << 20 });
    for (let at = 1; at <= 60_000; at += 1) log.append(entry(at), text(`,"text":"${'x'.repeat(400)}"}`));

    expect(log.bytes).toBeLessThanOrEqual(8 << 20);
    expect(log.head - log.first).toBeGreaterThan(10_000);
  });

  it('accepts a message longer than a segment', () => {
    const { log } = logOf(wide);
    const long = `,"text":"${'★'.repeat(1_000_000)}"}`;
    log.append(entry(1), text());
    log.append(entry(2), text(long));
    log.append(entry(3), text());
    const position = log.position(2);
    expect(position.segment.tail(position.at).toString()).toBe(long);
  });
});
