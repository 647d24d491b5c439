import { Notification } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../language/language.tsx';
import { dismiss, type Message, useMessages } from '../messages.ts';
import { TextButton } from '../parts/text-button.tsx';
import classes from './shell.module.css';
import { SHELL } from './texts.ts';

/** What the page has to say, in its corner. */
export default function MessageCorner() {
  return (
    <div className={classes.messages} role="status" aria-live="polite">
      {useMessages().map((message) => (
        <MessageCard key={message.id} {...message} />
      ))}
    </div>
  );
}

function MessageCard({ id, kind, title, detail, action, stays }: Message) {
  const t = useTexts(SHELL);
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const [timesLeft, setTimesLeft] = useState(0);
  const leave = () => setTimesLeft(timesLeft + 1);
  // Its button must not go from under a hand; whoever was there has all of the time once more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving it begins the time anew.
  useEffect(() => {
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) dismiss(id);
    }, stays);
    return () => clearInterval(timer);
  }, [id, stays, timesLeft]);
  return (
    <Notification
      ref={box}
      title={typeof title === 'string' ? title : title[language]}
      color={kind === 'good' ? 'green' : 'red'}
      withBorder
      onPointerLeave={leave}
      onBlur={leave}
      onClose={() => dismiss(id)}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {detail && <span className="foreign muted">{detail}</span>}
      {action && (
        <TextButton
          mt={4}
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </TextButton>
      )}
    </Notification>
  );
}
