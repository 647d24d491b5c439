import { PageTitle } from '../../components/page-title.tsx';
import { useTexts } from '../../language/language.tsx';
import { SHELL } from '../../shell/texts.ts';

export default function ContactsPage() {
  const t = useTexts(SHELL);
  return <PageTitle title={t.pages.contacts} />;
}
