import { openSession } from '../session.ts';

/** Says how to open the dashboard in this tab: as the operator, or with a key. */
export function Lock({ reason }: { readonly reason: string }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const key = new FormData(event.target).get('key');
    if (typeof key === 'string' && key.trim() !== '') void openSession(key.trim());
  };
  return (
    <form class="lock panel" onSubmit={submit}>
      <h1>Open the dashboard</h1>
      <p role="status">{reason}</p>
      <p>
        As the operator: <code>itemtape dashboard</code>, beside the service, prints an address that opens it here,
        once.
      </p>
      <label for="key">Or with an API key</label>
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
