import { useRoute } from '../../route.ts';
import { ContactPage } from './contact-page.tsx';
import { EverybodyPage } from './everybody-page.tsx';

/** The phone book, or one contact of it. */
export default function ContactsPage() {
  const { item } = useRoute();
  return item === undefined ? <EverybodyPage /> : <ContactPage key={item} item={item} />;
}
