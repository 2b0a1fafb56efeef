import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../parts/look/skeleton.tsx';
import type { ViewProps } from '../views/view.ts';
import type { Page } from './pages.ts';

const loaded = new Map<string, ComponentType<ViewProps>>();

/** Begins to load the code of a view, which is then shown without a wait. */
export async function loadView({ at, load }: Page): Promise<void> {
  if (!loaded.has(at)) loaded.set(at, await load());
}

/** A view, whose code may still have to come. */
export function LazyView({ page, ...props }: ViewProps & { readonly page: Page }) {
  const [, setLoaded] = useState('');
  const View = loaded.get(page.at);
  useEffect(() => {
    // A build that replaced this one has files of other names
    void loadView(page).then(
      () => setLoaded(page.at),
      () => location.reload(),
    );
  }, [page.at]);
  return View === undefined ? <Skeleton lines={8} /> : <View {...props} />;
}
