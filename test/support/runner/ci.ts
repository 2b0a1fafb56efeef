import { delimiter } from 'node:path';

// What `.ci/run` sets

/** How often a failed test is tried again. */
export const retries = Number(process.env['TEST_RETRIES'] ?? 0);

/** A folder with another nats-server, against which what depends on NATS itself is tested once more; empty for none. */
const laterNats = process.env['LATER_NATS'] ?? '';

export const laterProjects =
  laterNats === ''
    ? []
    : [
        {
          extends: true as const,
          test: {
            name: 'later-nats',
            include: ['test/cluster/{jetstream-tape,lease,nats,snapshots}.test.ts'],
            env: { PATH: [laterNats, process.env['PATH']].join(delimiter) },
          },
        },
      ];
