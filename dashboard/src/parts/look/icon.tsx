/** Drawn on 20 × 20, in strokes of the colour of the text around. */
const drawings = {
  home: 'M3.5 9 10 3.5 16.5 9v7h-4.2v-4.5H7.7V16H3.5z',
  deals: 'M4 7.5h10.5M11.5 4.5l3 3-3 3M16 12.5H5.5M8.5 9.5l-3 3 3 3',
  offers: 'M3.5 9.5V4a.5.5 0 0 1 .5-.5h5.5l7 7-6 6zM7 7h.01',
  ratio: 'M10 3.5v13M6 16.5h8M4 6h12M4 6l-1.8 5h3.6zM16 6l-1.8 5h3.6z',
  tape: 'M2.5 11h3l2-5.5 3.5 9 2.5-6 1.2 2.5h2.8',
  holdings: 'M3.5 7h13v9.5h-13zM7.5 7V4.5h5V7M3.5 11h13M9 11v1.5h2V11',
  alerts: 'M5 13.5h10l-1.3-2V8.5a3.7 3.7 0 0 0-7.4 0v3zM8.5 16a1.6 1.6 0 0 0 3 0',
  sources: 'M4 5.5h12M4 10h12M4 14.5h12M6 5.5h.01M6 10h.01M6 14.5h.01',
  status: 'M3.5 16.5v-4M8 16.5v-9M12.5 16.5v-6M16.5 16.5v-13',
  keys: 'M12.5 11a3.7 3.7 0 1 0-3.5-2.5L3.5 14v2.5H6v-2h2v-2l1.5-1.5M13.2 6.8h.01',
  settings: 'M3.5 6h7M14.5 6h2M12.5 4v4M3.5 14h2M9.5 14h7M7.5 12v4',
  docs: 'M5 3.5h7l3 3v10H5zM12 3.5v3h3M7.5 10h5M7.5 13h5',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  display: 'M10 3.5a6.5 6.5 0 1 0 0 13zM10 3.5a6.5 6.5 0 0 1 0 13',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l3.5 3.5',
  help: 'M7.7 7.6a2.4 2.4 0 1 1 3.5 2.2c-.8.4-1.2.9-1.2 1.7M10 14.2h.01M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14z',
  info: 'M10 9.2v4.3M10 6.5h.01M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14z',
} as const;

export type IconName = keyof typeof drawings;

/** A small drawing beside a word, or in a button that has a name. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
);
