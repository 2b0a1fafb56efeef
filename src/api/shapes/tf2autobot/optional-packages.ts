import { StartRefused } from '../../../schema/index.ts';

const missing: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Packages that nothing but this shape needs, and that an installation may leave out. */
export async function optional<Packages>(load: () => Promise<Packages>): Promise<Packages> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && missing.includes(error.code))) throw error;
    const [reason] = error.message.split('\n');
    throw new StartRefused(
      `what the shape tf2autobot needs is not installed here (${reason}); install it without leaving out optional packages`,
    );
  }
}
