import { mapUrlOf } from '../format/map-url.ts';
import { useLaterTexts } from '../language/language.tsx';
import { Icon } from './icon.tsx';
import classes from './map-link.module.css';

/** An address that leads to a map. Nothing is asked of it before the click, not even its icon. */
export function MapLink({ address }: { readonly address: string }) {
  const t = useLaterTexts().mapLink;
  const url = mapUrlOf(address);
  if (url === undefined) return <span className="foreign">{address}</span>;
  return (
    <a
      className={`foreign ${classes.map}`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      // In a row that opens something itself.
      onClick={(event) => event.stopPropagation()}
    >
      <Icon name="pin" size={15} />
      <span>{address}</span>
      <span className="spoken"> {t.onMap}</span>
    </a>
  );
}
