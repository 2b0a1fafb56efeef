/** What a field is, on its edge while something stands in it; behind the field, which tells it by its label. */
export const Hint = ({ words }: { readonly words: string }) => (
  <span class="hint" aria-hidden="true">
    {words}
  </span>
);
