/** What a page says about one of its lines, which are numbered by the page. */
export type PageMessage =
  | { readonly kind: 'open'; readonly line: number; readonly address: string }
  | { readonly kind: 'send'; readonly line: number; readonly text: string }
  /** So many characters have been read. */
  | { readonly kind: 'taken'; readonly line: number; readonly characters: number }
  | { readonly kind: 'close'; readonly line: number }
  /** The page is being left, with all its lines. */
  | { readonly kind: 'leave' };

/** What it is told about one of them. */
export type LineMessage =
  /** Somebody is there, and the connection is being opened. */
  | { readonly kind: 'noted'; readonly line: number }
  | { readonly kind: 'open'; readonly line: number }
  | { readonly kind: 'message'; readonly line: number; readonly text: string }
  | { readonly kind: 'close'; readonly line: number; readonly code: number; readonly reason: string };
