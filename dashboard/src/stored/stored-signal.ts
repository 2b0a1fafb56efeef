import { type Signal, signal } from '@preact/signals';

/** Keeps a value in the browser across reloads and tabs; an unreadable value counts as absent. */
export function storedSignal<Value>(name: string, read: (stored: unknown) => Value): Signal<Value> {
  const storageKey = `itemtape.${name}`;
  const stored = (text: string | null): Value => {
    try {
      return read(JSON.parse(text ?? 'null'));
    } catch {
      return read(null);
    }
  };
  // Absent in tests
  const value = signal<Value>(stored(globalThis.localStorage?.getItem(storageKey) ?? null));
  globalThis.addEventListener?.('storage', (event: StorageEvent) => {
    if (event.key === storageKey) value.value = stored(event.newValue);
  });
  return value;
}

/** Stores a value; without storage it lasts until the page is closed. */
export function keep<Value>(name: string, value: Signal<Value>, next: Value): void {
  value.value = next;
  try {
    localStorage.setItem(`itemtape.${name}`, JSON.stringify(next));
  } catch {}
}
