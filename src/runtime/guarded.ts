const warn = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'CallbackFailed');

/**
 * Wraps a callback for a timer: errors and rejections are passed to `failed`, by default as a process warning. Thrown from
 * a timer they would end the process.
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
