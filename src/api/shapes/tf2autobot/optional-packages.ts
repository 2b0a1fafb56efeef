import { StartRefused } from '../../../schema/index.ts';

const missing: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Loads optional packages, which only this shape needs. */
export async function optional<Packages>(load: () => Promise<Packages>): Promise<Packages> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && missing.includes(error.code))) throw error;
    const [reason] = error.message.split('\n');
    throw new StartRefused(
      `packages required by the shape tf2autobot are not installed (${reason}); install Itemtape with its optional packages`,
    );
  }
}
