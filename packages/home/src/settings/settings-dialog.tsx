export default function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  return <button type="button" onClick={onClose} />;
}
