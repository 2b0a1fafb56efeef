import type { Unwraps } from '../../contract/suite/evidence.ts';

/** One entry of the page's state, put back into a page. */
function inPage(text: string): string {
  const queryData = JSON.stringify({ mutations: [], queries: [JSON.parse(text)] });
  return `<script>window.SSR.renderContext=JSON.parse(${JSON.stringify(JSON.stringify({ queryData }))});</script>`;
}

export const unwraps: Unwraps = { inPage };
