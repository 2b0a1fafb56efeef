const warn = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'CallbackFailed');

/**
 * A callback for a timer: what it throws, or rejects with, is told and goes no further. Thrown from a timer it would end
 * the process. Without a log at hand it is told as a warning of the process.
 */
export const guarded =
  (run: () => unknown, failed: (error: unknown) => void = warn): (() => void) =>
  () => {
    try {
      const result = run();
      if (result instanceof Promise) result.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
