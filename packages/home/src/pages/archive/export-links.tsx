import { exportUrl, type ListName } from '../../backend/archive.ts';
import type { Parameters } from '../../backend/request.ts';
import { Icon } from '../../components/icon.tsx';
import { useTexts } from '../../language/language.tsx';
import classes from './archive.module.css';

const TEXTS = {
  de: {
    download: 'Alle herunterladen',
    as: (format: string) => `Alle Treffer als ${format} herunterladen`,
  },
  en: {
    download: 'Download all',
    as: (format: string) => `Download all results as ${format}`,
  },
};

const FORMATS = [
  { format: 'csv', name: 'CSV' },
  { format: 'ndjson', name: 'NDJSON' },
  { format: 'vcard', name: 'vCard' },
] as const;

/** Everything that the filter finds, not only what is shown, as a file. */
export function ExportLinks({ list, parameters }: { list: ListName; parameters: Parameters }) {
  const t = useTexts(TEXTS);
  const formats = FORMATS.filter(({ format }) => format !== 'vcard' || list === 'addresses');
  return (
    <div className={classes.exports}>
      <span>{t.download}:</span>
      {formats.map(({ format, name }) => (
        <a key={format} href={exportUrl(list, parameters, format)} download aria-label={t.as(name)}>
          <Icon name="download" size={16} />
          {name}
        </a>
      ))}
    </div>
  );
}
