import { existsSync } from 'node:fs';
import { StartRefused } from '../../schema/index.ts';
import { DuckEngine, type EngineSettings } from './engine.ts';
import { schema, schemaVersion } from './schema.ts';

/** Opens the database of a folder, and makes its tables; refuses one of another version. */
export async function openDuck(settings: EngineSettings): Promise<DuckEngine> {
  const engine = await DuckEngine.open(settings);
  try {
    await engine.command('CREATE TABLE IF NOT EXISTS schemaVersion (version INTEGER NOT NULL)');
    const [found] = await engine.ask<readonly [number]>('SELECT version FROM schemaVersion');
    if (found !== undefined && found[0] !== schemaVersion)
      throw new StartRefused(
        `the database has schema version ${found[0]}, and this release knows versions up to ${schemaVersion}; start a release at least as new as the one that wrote it, or use another data folder`,
      );
    await engine.command(
      ...schema(),
      ...(found === undefined ? [`INSERT INTO schemaVersion VALUES (${schemaVersion})`] : []),
    );
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Refuses a folder with the past of a release that kept it in another database. */
export function refuseFormerPast(engineFolder: string, folder: string): void {
  if (!existsSync(engineFolder)) return;
  throw new StartRefused(
    `the data folder ${folder} has the past of an earlier release in ${engineFolder}, which kept it in another database; copy or export with that release what you want to keep of it (itemtape backup, itemtape export), then move ${engineFolder} away: this release goes on with an empty past and loses nothing else`,
  );
}
