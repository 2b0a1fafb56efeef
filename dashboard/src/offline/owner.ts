import { forgetAnswers, isStoring } from './answers.ts';

/** The session whose answers this browser has. */
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

/** Call when a session was opened, before anything is asked in it: answers of another session are forgotten. */
export async function rememberOwner(owner: Owner): Promise<void> {
  if (!isStoring) return;
  if (storedOwner()?.id !== owner.id) await forgetAnswers();
  localStorage.setItem(storageKey, JSON.stringify(owner));
}

/** Call when a visitor signs out, or the session is refused. */
export async function forgetOwner(): Promise<void> {
  localStorage.removeItem(storageKey);
  await forgetAnswers();
}

/** Whose answers can be shown while the service cannot be reached; null if there are none. */
export const rememberedOwner = (): Owner | null => (isStoring ? storedOwner() : null);
