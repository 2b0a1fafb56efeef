import { openSession } from '../session.ts';

/** Asks a visitor from another machine for a key. */
export function Lock({ reason }: { readonly reason: string }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const key = new FormData(event.target).get('key');
    if (typeof key === 'string' && key.trim() !== '') void openSession(key.trim());
  };
  return (
    <form class="lock panel" onSubmit={submit}>
      <h1>A key, please</h1>
      <p role="status">{reason}</p>
      <label for="key">API key</label>
      <input id="key" name="key" type="password" autocomplete="current-password" required />
      <button type="submit" class="primary">
        Open
      </button>
      <p class="quiet">
        The operator makes one with <code>itemtape keys create NAME</code>; it stays in this browser.
      </p>
    </form>
  );
}
