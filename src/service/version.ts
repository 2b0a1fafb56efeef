import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { userAgentOf } from '../collect/request/user-agent.ts';
import type { Config } from '../config/settings.ts';

/** The package folder above this file; how far above depends on which folder was compiled. */
function packageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder)) && folder.pathname !== '/') folder = new URL('..', folder);
  return folder;
}

/** The version of the package. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageFolder()), 'utf8')).version;

/** How a command is called: in a clone, which a package has no sources of, it is not among the programs of the system. */
export const program: string = existsSync(new URL('src/', packageFolder())) ? 'npx --no-install itemtape' : 'itemtape';

/** Where the build puts the dashboard. */
export const dashboardFolder: string = fileURLToPath(new URL('dist/dashboard', packageFolder()));

/** The user agent of every request that the service sends. */
export const userAgentIn = (config: Config): string => userAgentOf(version, config['collect.contact']);

// The build puts modules that are not entry points one folder below those, as in the source

/** Script of the stage thread. */
export const stageThread: URL = new URL('../stage/thread.js', import.meta.url);

/** Script of a front worker process. */
export const frontWorker: string = fileURLToPath(new URL('../front/worker/main.js', import.meta.url));
