import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guarded } from '../../src/runtime/guarded.ts';

const src = resolve(import.meta.dirname, '..', '..', 'src');

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(src, name));

// Functions of Node and the language that are known not to throw
const harmless = 'resolve|reject|destroy|terminate|closeIdleConnections|closeAllConnections|push|splice|send|catch';

const timer = /(?<![.\w])(?:setTimeout|setInterval|setImmediate)\(\s*([^\n]*)/g;
const guardedOrHarmless = new RegExp(`^(?:guarded\\(|\\(\\) => (?:[\\w.]+\\.)?(?:${harmless})\\()`);

const dropped = /(?<![:>]\s)\bvoid (?:\(?async\b|[\w.]+\()[^\n]*|=> void [\w.]+\([^\n]*/g;
const harmlessDropped = new RegExp(`void [\\w.]*\\b(?:${harmless})\\(`);

/** Places in a text where an exception would reach only the process. */
const loose = (text: string): string[] => [
  ...[...text.matchAll(timer)].filter(([, callback = '']) => !guardedOrHarmless.test(callback)).map(([found]) => found),
  ...[...text.matchAll(dropped)].filter(([found]) => !harmlessDropped.test(found)).map(([found]) => found),
];

describe('a callback', () => {
  it('of a timer, or after a promise that is not awaited, is guarded wherever it could throw', () => {
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) =>
      loose(readFileSync(file, 'utf8')).map((one) => `${relative(src, file)}: ${one}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'setInterval(() => work(), 5)',
    'setTimeout(work, 5)',
    '  void work();',
    'else void work().then(more)',
    '() => void work()',
  ])('like "%s" is found unguarded', (text) => {
    expect(loose(text)).toHaveLength(1);
  });

  it('that throws or rejects is stopped by its guard', async () => {
    const failures: unknown[] = [];
    const fail = (how: () => unknown) => guarded(how, (error) => failures.push(String(error)))();
    fail(() => {
      throw new Error('thrown');
    });
    fail(async () => {
      throw new Error('rejected');
    });
    fail(() => 'well');
    await new Promise((resolve) => setImmediate(resolve));

    expect(failures).toEqual(['Error: thrown', 'Error: rejected']);
  });
});
