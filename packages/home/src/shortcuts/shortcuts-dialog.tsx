export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return <button type="button" onClick={onClose} />;
}
