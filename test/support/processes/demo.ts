import { type Command, startCommand } from './served-process.ts';

/** `itemtape demo` with one played marketplace and one game, unless the environment says otherwise. */
export type Demo = Command & { readonly origin: string; readonly key: string; readonly stop: () => Promise<void> };

export async function startDemo(environment: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const command = startCommand(['demo'], {
    COLLECT_ONLY: 'SkinPort',
    COLLECT_GAMES: 'CS2',
    HTTP_PORT: '0',
    LOG_FORMAT: 'json',
    ...environment,
  });
  const field = async (name: string): Promise<string> =>
    JSON.parse(await command.line((reader) => name in (JSON.parse(reader) as object)))[name];
  const [origin, key] = await Promise.all([field('origin'), field('firstKey')]);
  return {
    ...command,
    origin,
    key,
    async stop() {
      command.child.kill('SIGTERM');
      await command.ended;
    },
  };
}
