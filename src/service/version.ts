import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the package, nearest above this file: how far above depends on which folder was compiled. */
function packageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder)) && folder.pathname !== '/') folder = new URL('..', folder);
  return folder;
}

/** The version of the package. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageFolder()), 'utf8')).version;

/** Where the build puts the dashboard. */
export const dashboardFolder: string = fileURLToPath(new URL('dist/dashboard', packageFolder()));

/** How the service names itself to marketplaces. */
export const userAgent = `itemtape/${version}`;

// The build keeps all that is no entry one folder below them, as it is here

/** The thread of the stage. */
export const stageThread: URL = new URL('../stage/thread.js', import.meta.url);

/** The process of a front worker. */
export const frontWorker: URL = new URL('../front/main.js', import.meta.url);
