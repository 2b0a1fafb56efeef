import type { Weapon } from './cs2-finish.ts';

export const rifles: readonly Weapon[] = [
  {
    name: 'AK-47',
    defIndex: 7,
    type: 'Rifle',
    finishes: `
      Redline, 282, 5, 10-70, s, 32
      Safari Mesh, 72, 2, 6-80, v
    `,
  },
];
