import { useLanguage } from '../language/language.tsx';
import { type Formats, formatsIn } from './local-formats.ts';

/** Dates, times and numbers as people write them in the language of the page. */
export function useFormats(): Formats {
  return formatsIn(useLanguage());
}
