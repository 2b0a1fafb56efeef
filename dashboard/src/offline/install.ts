import { signal } from '@preact/signals';
import { go } from '../router.ts';

/** Whether the service has a newer release than this page. */
export const isOutdated = signal(false);

/** Registers the service worker, which browsers allow over https and at localhost. */
export function installWorker(): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined || !import.meta.env.PROD) return;
  const isFirst = workers.controller === null;
  workers.addEventListener('controllerchange', () => {
    if (!isFirst) isOutdated.value = true;
  });
  workers.addEventListener('message', ({ data }: MessageEvent<{ readonly go?: string }>) => {
    if (data.go !== undefined) go(data.go);
  });
  // Not before the page itself has what it needs
  const register = () => workers.register('/service-worker.js').catch(() => {});
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
}
