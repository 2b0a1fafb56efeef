import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

type Commands = { readonly dashboard: string; readonly createKey: string };

/** As they are typed where the service runs; until it has said so, as in an installation of its own. */
const commands = signal<Commands>({ dashboard: 'itemtape dashboard', createKey: 'itemtape keys create <name>' });
let isAsked = false;

async function readCommands(): Promise<void> {
  const response = await fetch('/operator/sign-in');
  const said = (await response.json()) as Commands | null;
  if (response.ok && said !== null) commands.value = said;
}

/** The command that signs a browser in, or lets somebody else do so with a key. */
export function SignInCommand({ kind }: { readonly kind: keyof Commands }) {
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    readCommands().catch(() => {
      isAsked = false;
    });
  }, []);
  return <code>{commands.value[kind]}</code>;
}
