/** A field's name on its border while it has content; the field itself carries the accessible label. */
export const Hint = ({ words }: { readonly words: string }) => (
  <span class="hint" aria-hidden="true">
    {words}
  </span>
);
