import { expect, it } from 'vitest';
import { curlOf, requestOf } from './request.ts';

const get = { method: 'GET', path: '/v2/items', parameters: [], body: null } as const;

it('a request leaves out what is empty, and is the same as a command of curl', () => {
  const request = requestOf(get, { game: 'CS2', name: "Sal's | Key", asOf: ' ' }, '');

  expect(request).toEqual({ method: 'GET', path: '/v2/items?game=CS2&name=Sal%27s+%7C+Key', body: null });
  expect(curlOf(request, 'http://tape.test')).toBe(
    `curl -H "X-API-Key: $ITEMTAPE_KEY" 'http://tape.test/v2/items?game=CS2&name=Sal%27s+%7C+Key'`,
  );
});

it('a body is quoted for a shell', () => {
  const request = requestOf({ ...get, method: 'POST', path: '/tape/value', body: '' }, {}, `{"a":"it's"}`);

  expect(curlOf(request, 'http://tape.test')).toBe(
    `curl -H "X-API-Key: $ITEMTAPE_KEY" -H 'content-type: application/json' -d '{"a":"it'\\''s"}' 'http://tape.test/tape/value'`,
  );
});
