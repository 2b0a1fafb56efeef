import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isPaletteOpen, openByKey } from './open.ts';

/** Where the palette opens; its code is loaded when it first does. */
export function PaletteHost() {
  const [Palette, setPalette] = useState<ComponentType | null>(null);
  useEffect(() => {
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);
  const isOpen = isPaletteOpen.value;
  useEffect(() => {
    if (isOpen && Palette === null) void import('./palette.tsx').then((loaded) => setPalette(() => loaded.Palette));
  }, [isOpen]);
  return isOpen && Palette !== null ? <Palette /> : null;
}
