import { useEffect, useRef, useState } from 'react';
import { useLaterTexts, useTexts } from '../language/language.tsx';
import { dismiss, type Message, useMessages } from '../messages.ts';
import { IconButton, TextButton } from '../parts/button.tsx';
import classes from './shell.module.css';

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
  const t = useTexts().shell;
  const later = useLaterTexts();
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it is only seen whether somebody is there
    <div
      ref={box}
      className={classes.message}
      data-kind={kind}
      onPointerLeave={leave}
      onBlur={leave}
    >
      <div>
        <strong>{typeof title === 'string' ? title : title(later)}</strong>
        {/* Blanks for whoever hears or copies it: what stands below each other is one text there. */}{' '}
        {detail && (
          <span className="foreign muted">
            {typeof detail === 'string' ? detail : detail(later)}
          </span>
        )}{' '}
        {action && (
          <TextButton
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </TextButton>
        )}
      </div>
      <IconButton icon="close" aria-label={t.close} onClick={() => dismiss(id)} />
    </div>
  );
}
