import { resolve } from 'node:path';

/** The folder of recorded payloads, next to the repository unless ITEMTAPE_SHARED names another; often absent. */
export const sharedFolder = resolve(
  process.env['ITEMTAPE_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared'),
);
