import { shortText } from '../format/payload-text.ts';
import { useLaterTexts } from '../language/language.tsx';
import { Icon } from './icon.tsx';
import classes from './map-link.module.css';

/** An address that leads to a map. Nothing is asked of it before the click, not even its icon. */
export function MapLink({ address }: { readonly address: string }) {
  const t = useLaterTexts().mapLink;
  const url = mapUrlOf(address);
  const shown = shortText(address, LONGEST);
  if (url === undefined) return <span className="foreign">{shown}</span>;
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
      <span>{shown}</span>
      <span className="spoken"> {t.onMap}</span>
    </a>
  );
}

/** Where a map is, with `{address}` in the place of one; the server writes it into the page. */
const TEMPLATE = templateIn();
/** Nobody's address is longer, and some servers refuse what is. */
const LONGEST = 300;

/** Where an address is shown on a map; undefined if the office wants none. */
export function mapUrlOf(address: string, template = TEMPLATE): string | undefined {
  const text = address.replace(/\s+/g, ' ').trim().slice(0, LONGEST).toWellFormed();
  // Only of the web: a template is an operator's, but a slip must not become a script.
  if (text === '' || !/^https?:\/\//i.test(template)) return undefined;
  return template.replaceAll('{address}', () => encodeURIComponent(text));
}

function templateIn(): string {
  if (typeof document === 'undefined') return '';
  const meta = document.querySelector<HTMLMetaElement>('meta[name=map-url]');
  // Not replaced where Vite serves the page.
  return meta?.content.startsWith('http') ? decodeURIComponent(meta.content) : '';
}
