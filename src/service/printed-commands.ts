import type { Config } from '../config/settings.ts';
import { settings } from '../config/settings.ts';
import { program } from './version.ts';

/** Commands that reach a running service, as they are typed where it runs. */
export type PrintedCommands = {
  /** Prints an address that signs a browser in. */
  readonly dashboard: string;
  readonly listKeys: string;
  readonly createKey: string;
};

/** `folder` stands for the data folder where that is not the default; by default its path. */
export function printedCommands(origin: string, config: Config, folder = config['data.folder']): PrintedCommands {
  const { 'data.folder': dataFolder, 'http.host': host } = config;
  const { port } = new URL(origin);
  const folderFlag = dataFolder === settings['data.folder'].default ? '' : ` --data-folder ${word(folder)}`;
  const locationFlags = [
    host === settings['http.host'].default ? '' : ` --http-host ${word(host)}`,
    port === String(settings['http.port'].default) ? '' : ` --http-port ${port}`,
  ].join('');
  return {
    dashboard: `${program} dashboard${folderFlag}${locationFlags}`,
    listKeys: `${program} keys list${folderFlag}`,
    createKey: `${program} keys create <name>${folderFlag}`,
  };
}

const word = (text: string): string => (/^[\w./:<>-]+$/.test(text) ? text : JSON.stringify(text));
