/** The place of rows that are being loaded. */
export const Skeleton = ({ lines }: { readonly lines: number }) => (
  <div class="skeleton" aria-hidden="true">
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} />
    ))}
  </div>
);
