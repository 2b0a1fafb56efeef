import { expect, it } from 'vitest';
import { explainedFailure } from './folder.ts';

const refused = (path: string) =>
  Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path });

it('explains a file of the data folder that this user may not use, and leaves errors about other files as they are', () => {
  const [inside, beside] = [refused('/srv/tape/alerts.log'), refused('/srv/tape2/manifest.json')];

  expect(explainedFailure('/srv/tape', inside)).toMatchObject({
    message: expect.stringMatching(
      /^this user cannot use the data folder \/srv\/tape: EACCES.*alerts\.log'; run this as/,
    ),
    cause: inside,
  });
  expect(explainedFailure('/srv/tape', refused('/srv/tape'))).not.toEqual(refused('/srv/tape'));
  expect(explainedFailure('/srv/tape', beside)).toBe(beside);
  expect(explainedFailure('/srv/tape', 'a text')).toBe('a text');
});
