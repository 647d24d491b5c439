import { useMutation } from '@tanstack/react-query';
import { request } from '../backend/request.ts';
import { useLaterTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { Button } from './button.tsx';

/** Shows whoever is new that what is sent arrives. */
export default function TestEvent() {
  const t = useLaterTexts().testEvent;
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
