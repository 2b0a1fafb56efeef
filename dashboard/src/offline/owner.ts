import { forgetAnswers, isStoring } from './answers.ts';

/** Whose answers this browser has. */
type Owner = { readonly id: string; readonly isOperator: boolean };

const storageKey = 'itemtape.owner';

function storedOwner(): Owner | null {
  try {
    const stored: Partial<Owner> | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return typeof stored?.id === 'string' ? { id: stored.id, isOperator: stored.isOperator === true } : null;
  } catch {
    return null;
  }
}

/** Enough to tell keys apart, and too little to be used as one. */
async function idOf(key: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Call when a session was opened, before anything is asked in it: answers of another key are forgotten. */
export async function rememberOwner({ key, isOperator }: { readonly key: string; readonly isOperator: boolean }) {
  if (!isStoring) return;
  // Each session of the operator has a key of its own
  const id = isOperator ? 'operator' : await idOf(key);
  if (storedOwner()?.id !== id) await forgetAnswers();
  localStorage.setItem(storageKey, JSON.stringify({ id, isOperator }));
}

/** Call when a visitor signs out, or a key is refused. */
export async function forgetOwner(): Promise<void> {
  localStorage.removeItem(storageKey);
  await forgetAnswers();
}

/** Whose answers can be shown while the service cannot be reached; null if there are none. */
export const rememberedOwner = (): Owner | null => (isStoring ? storedOwner() : null);
