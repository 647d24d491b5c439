import { useMutation } from '@tanstack/react-query';
import { request } from '../backend/request.ts';
import { useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { Button } from './button.tsx';

const TEXTS = {
  de: {
    test: 'Testereignis senden',
    tested: 'Testereignis gesendet',
    testedText: 'Es steht auf der Seite Live und zählt nicht mit.',
    testFailed: 'Das Testereignis ging nicht hinaus',
  },
  en: {
    test: 'Send a test event',
    tested: 'Test event sent',
    testedText: 'It is on the page Live, and does not count.',
    testFailed: 'The test event was not sent',
  },
};

/** Shows whoever is new that what is sent arrives. */
export default function TestEvent() {
  const t = useTexts(TEXTS);
  const { mutate, isPending } = useMutation({
    mutationFn: () => request('POST', '/api/sources/test'),
    onSuccess: () => tell('good', t.tested, t.testedText),
    onError: (error) => tell('bad', t.testFailed, error.message),
  });
  return (
    <Button icon="live" isBusy={isPending} onClick={() => mutate()}>
      {t.test}
    </Button>
  );
}
