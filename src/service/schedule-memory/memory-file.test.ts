import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScheduleMemoryFile } from './memory-file.ts';

let folder: string;
let now: number;
let warned: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-patience-file-'));
  now = Date.UTC(2026, 0, 1);
  warned = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = (at = folder) =>
  new ScheduleMemoryFile({ folder: at, now: () => now, log: { warn: (_, text) => void warned.push(text) } });
const file = () => join(folder, 'patience.jsonl');
const none = { uses: [], heldUntil: 0, restsUntil: 0, holdsInARow: 0 };

describe('the file of what marketplaces have counted', () => {
  it('has a request before it is sent, and its answer', async () => {
    const budget = opened().budget('a', 60);
    await budget.sent();
    await budget.sent();
    budget.answered(now + 5);
    await budget.sent();
    budget.unused();
    await budget.sent();
    now += 1_000;

    // What was not answered can be counted until now
    expect(opened().budget('a', 60).stored).toMatchObject({ uses: [now - 995, now, now] });
    now += 59_500;
    expect(opened().budget('a', 60).stored.uses).toHaveLength(2);
  });

  it('has nothing left of a budget whose window is over', async () => {
    const first = opened();
    const budget = first.budget('a', 60);
    await budget.sent();
    budget.answered(now);
    await budget.sent();
    budget.unused();
    await first.close();
    now += 60_000;
    expect(opened().budget('a', 60).stored).toMatchObject(none);
  });

  it('lets a budget with a short window rest for one window, instead of noting each request', async () => {
    const first = opened();
    expect(first.budget('a', 1).stored).toMatchObject(none);
    await first.budget('a', 1).sent();
    await first.close();
    expect(opened().budget('a', 1).stored).toMatchObject({ uses: [], restsUntil: now + 1_000 });
  });

  it('is read up to a line that a kill has cut off, and past what it does not know', async () => {
    const first = opened();
    await first.budget('a', 60).sent();
    await first.close();
    appendFileSync(file(), '["later","a"]\n["budget","a",{}]\n["source","b",{"until":"soon"}]\n["answered","a",176');
    expect(opened().budget('a', 60).stored.uses).toEqual([now]);
    expect(warned).toEqual([]);
  });

  it('forgets times in a row a day after the last wait ended', async () => {
    const first = opened();
    first.budget('a', 60).held({ heldUntil: now + 60_000, restsUntil: 0, holdsInARow: 3 });
    first.source('b').note({ until: now + 60_000, outcome: 'blocked', detail: 'no', failures: 0, blocks: 3 });
    await first.close();
    now += 24 * 3_600_000;
    expect(opened().budget('a', 60).stored).toMatchObject({ heldUntil: 0, holdsInARow: 3 });
    expect(opened().source('b').stored()).toMatchObject({ outcome: 'blocked', blocks: 3 });
    now += 60_000;
    expect(opened().budget('a', 60).stored).toMatchObject(none);
    expect(opened().source('b').stored()).toBeNull();
  });

  it('is written anew once it has grown, and keeps what another credential has used', async () => {
    const before = opened();
    before.budget('other', 86_400);
    await before.budget('other', 86_400).sent();
    await before.close();
    const budget = opened().budget('a', 60);
    for (let count = 0; count < 10_000; count += 1) {
      const sent = budget.sent();
      budget.answered(now);
      now += 60_000;
      if (count % 100 === 0) await sent;
    }
    await budget.sent();

    expect(statSync(file()).size).toBeLessThan(600 * 1024);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readFileSync(file(), 'utf8').match(/"other"/g)).toHaveLength(1);
  });

  it('holds up no request when it cannot be written, and says so once', async () => {
    writeFileSync(join(folder, 'taken'), '');
    const budget = opened(join(folder, 'taken')).budget('a', 60);
    await budget.sent();
    await budget.sent();
    expect(warned.filter((text) => text.includes('not saved'))).toHaveLength(1);
  });
});
