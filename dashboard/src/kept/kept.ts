import { type Signal, signal } from '@preact/signals';

/** Keeps a value in the browser over reloads and tabs; what cannot be read there is as if nothing was kept. */
export function kept<Value>(name: string, read: (stored: unknown) => Value): Signal<Value> {
  const place = `itemtape.${name}`;
  const stored = (text: string | null): Value => {
    try {
      return read(JSON.parse(text ?? 'null'));
    } catch {
      return read(null);
    }
  };
  // There is none where this is tested
  const value = signal<Value>(stored(globalThis.localStorage?.getItem(place) ?? null));
  globalThis.addEventListener?.('storage', (event: StorageEvent) => {
    if (event.key === place) value.value = stored(event.newValue);
  });
  return value;
}

/** Sets what is kept; a browser that keeps nothing shows it until it is closed. */
export function keep<Value>(name: string, value: Signal<Value>, next: Value): void {
  value.value = next;
  try {
    localStorage.setItem(`itemtape.${name}`, JSON.stringify(next));
  } catch {}
}
