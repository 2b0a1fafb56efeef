import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../test/support/collecting.ts';
import type { SeenRequest } from '../../test/support/scripted-server.ts';
import { offerPages, offerRows } from '../../test/support/tiny-sources.ts';

let here: Collecting;
afterEach(() => here.stop());

const cursorOf = ({ url }: SeenRequest): number => Number(new URL(url, 'https://x').searchParams.get('cursor'));

/** Serves the ids, newest first, three to a page. */
const pagesOf = (ids: () => readonly number[]) => (request: SeenRequest) => {
  const from = cursorOf(request);
  const next = from + 3 < ids().length ? String(from + 3) : null;
  return { body: { items: offerRows('Case', ids().slice(from, from + 3)), next } };
};

const cursors = () => here.server.requests.map(cursorOf);

describe('pages, newest first', () => {
  it('are read until the last record of a page was seen before', async () => {
    let ids = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    here = await collecting({ sources: [offerPages()] });
    here.server.play(pagesOf(() => ids));
    here.collector.start();
    await here.ran(1);
    const all = cursors();
    ids = [14, 13, 12, 11, ...ids];
    const second = await here.next();

    expect(all).toEqual([0, 3, 6, 9]);
    expect(cursors().slice(4)).toEqual([0, 3]);
    expect(second).toMatchObject({ outcome: 'read', rows: 6 });
  });

  it('say nothing by what they do not show', async () => {
    here = await collecting({ sources: [offerPages()] });
    here.server.play(pagesOf(() => [3, 2, 1]));
    here.collector.start();
    await here.ran(1);

    expect(here.sink.records).toHaveLength(3);
    expect(here.sink.sweeps).toEqual([]);
  });

  it('are read at most as many as the source says', async () => {
    here = await collecting({ sources: [offerPages({ pages: 2 })] });
    here.server.play(pagesOf(() => [9, 8, 7, 6, 5, 4, 3, 2, 1]));
    here.collector.start();
    await here.ran(1);

    expect(cursors()).toEqual([0, 3]);
  });

  it('end when a cursor points to its own page', async () => {
    here = await collecting({ sources: [offerPages({ cursorAt: () => 'again' })] });
    here.server.play(() => ({ body: { items: offerRows('Case', [1]) } }));
    here.collector.start();
    await here.ran(1);

    expect(here.server.requests).toHaveLength(2);
  });
});

describe('all pages', () => {
  it('speak for everything once the end is reached', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    here.server.play(pagesOf(() => [5, 4, 3, 2, 1]));
    here.collector.start();
    const run = await here.ran(1);
    await here.next();

    expect(run).toMatchObject({ outcome: 'read', rows: 5 });
    expect(cursors()).toEqual([0, 3, 0, 3]);
    expect(here.sink.sweeps[0]).toMatchObject({ kinds: ['offer'], seenBefore: run.startedAt });
  });

  it('remove nothing when they were cut off at the limit of the source', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all', pages: 1 })] });
    here.server.play(pagesOf(() => [5, 4, 3, 2, 1]));
    here.collector.start();
    await here.ran(1);

    expect(here.sink.sweeps).toEqual([]);
  });

  it('go on after a failure with the page that failed', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    const pages = pagesOf(() => [5, 4, 3, 2, 1]);
    here.server.play((request, index) => (index === 1 ? { status: 502 } : pages(request)));
    here.collector.start();
    const first = await here.ran(1);
    const second = await here.next();

    expect(first.outcome).toBe('retry');
    expect(second).toMatchObject({ outcome: 'read', rows: 5 });
    expect(cursors()).toEqual([0, 3, 3]);
    expect(here.sink.sweeps[0]?.seenBefore).toBe(first.startedAt);
  });

  it('remove nothing when one of them was not understood', async () => {
    here = await collecting({ sources: [offerPages({ covers: 'all' })] });
    const pages = pagesOf(() => [5, 4, 3, 2, 1]);
    here.server.play((request, index) => (index === 0 ? { body: { items: [{ id: 1 }], next: '3' } } : pages(request)));
    here.collector.start();

    expect(await here.ran(1)).toMatchObject({ outcome: 'changed', rows: 3, rejected: 1 });
    expect(here.sink.sweeps).toEqual([]);
  });
});
