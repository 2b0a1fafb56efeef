/** Runs tasks in the order in which they arrive, a given number at a time. */
export type TaskQueue = {
  readonly run: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Resolves when nothing runs or waits. */
  readonly idle: () => Promise<void>;
};

export const createTaskQueue = (width: number): TaskQueue => {
  const waiting: (() => void)[] = [];
  let idlers: (() => void)[] = [];
  let running = 0;

  const leave = () => {
    const next = waiting.shift();
    // The slot is handed over directly, so that no other task can take it
    if (next !== undefined) return next();
    running -= 1;
    if (running > 0) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  };

  return {
    run: async (task) => {
      if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await task();
      } finally {
        leave();
      }
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
};
