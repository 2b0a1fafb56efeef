import { useRef } from 'preact/hooks';

/** Begins no task while the one before it runs: a second click would send a form twice. */
export function useOneAtATime(): (task: () => Promise<void>) => void {
  const isBusy = useRef(false);
  return (task) => {
    if (isBusy.current) return;
    isBusy.current = true;
    void task().finally(() => {
      isBusy.current = false;
    });
  };
}
