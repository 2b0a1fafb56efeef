import { existsSync, readFileSync } from 'node:fs';

/** The package file nearest above this one: where that is depends on which folder was compiled. */
function packageFile(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder)) && folder.pathname !== '/') folder = new URL('..', folder);
  return new URL('package.json', folder);
}

/** The version of the package. */
export const version: string = JSON.parse(readFileSync(packageFile(), 'utf8')).version;

/** How the service names itself to marketplaces. */
export const userAgent = `itemtape/${version}`;
