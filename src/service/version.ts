import { readFileSync } from 'node:fs';

/** The version of the package, read from beside the compiled files. */
export const version: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** How the service names itself to marketplaces. */
export const userAgent = `itemtape/${version}`;
