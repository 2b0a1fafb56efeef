type Log = { readonly info: (text: string) => void; readonly error: (text: string) => void };

const patience = 9_500;

/**
 * Starts something, waits for SIGTERM or SIGINT, then stops it. A signal that comes while it starts counts too; a second
 * one, or patience running out, ends the process at once, which loses what was not yet written.
 */
export async function runUntilStopped<Started extends { readonly stop: () => Promise<void> }>(
  log: Log,
  start: () => Promise<Started>,
  started: (service: Started) => void,
): Promise<void> {
  const told = toldToStop(log);
  const service = await start();
  if (!told.already()) started(service);
  await told.signal;
  await service.stop();
  told.forget();
  log.info('stopped');
}

function toldToStop(log: Log) {
  let impatient: NodeJS.Timeout | undefined;
  const signal = new Promise<void>((resolve) => {
    const stop = () => {
      if (impatient !== undefined) process.exit(1);
      log.info('stopping: finishing answers, writing what is left');
      impatient = setTimeout(() => {
        log.error('could not stop in time; what was not yet written is lost');
        process.exit(1);
      }, patience);
      resolve();
    };
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, stop);
  });
  return { signal, already: () => impatient !== undefined, forget: () => clearTimeout(impatient) };
}
