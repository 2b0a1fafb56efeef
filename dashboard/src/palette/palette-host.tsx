import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageEntry } from './entries.ts';
import { isPaletteOpen, openByKey } from './open.ts';

type Props = { readonly apiKey: string; readonly pages: readonly PageEntry[] };

/** Where the palette opens; its code is loaded when it first does. */
export function PaletteHost(props: Props) {
  const [Palette, setPalette] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);
  const isOpen = isPaletteOpen.value;
  useEffect(() => {
    if (isOpen && Palette === null) void import('./palette.tsx').then((loaded) => setPalette(() => loaded.Palette));
  }, [isOpen]);
  return isOpen && Palette !== null ? <Palette {...props} /> : null;
}
