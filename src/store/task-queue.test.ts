import { describe, expect, it } from 'vitest';
import { TaskQueue } from './task-queue.ts';

describe('a task queue', () => {
  it('runs as many tasks at a time as it is wide, in the order in which they came', async () => {
    const tasks = new TaskQueue(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const task = (number: number) =>
      tasks.run(async () => {
        started.push(number);
        await new Promise<void>((resolve) => finish.push(resolve));
        return number;
      });

    const results = Promise.all([1, 2, 3, 4].map(task));
    await Promise.resolve();
    expect(started).toEqual([1, 2]);
    while (finish.length > 0 || started.length < 4) {
      finish.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect(started).toEqual([1, 2, 3, 4]);
    expect(await results).toEqual([1, 2, 3, 4]);
  });

  it('continues after a task that fails, and is idle once all have ended', async () => {
    const tasks = new TaskQueue(1);
    const failing = tasks.run(() => Promise.reject(new Error('no')));
    const next = tasks.run(async () => 'yes');

    await expect(failing).rejects.toThrow('no');
    await tasks.idle();
    await expect(next).resolves.toBe('yes');
  });
});
