/** Search over phone book and archive, opened by `/`. */
export function FindAnyone({ onClose }: { readonly onClose: () => void }) {
  return <button type="button" onClick={onClose} />;
}
