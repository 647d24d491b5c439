import { Notification } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { dismiss, useMessages } from './messages.ts';
import classes from './shell.module.css';
import { SHELL } from './texts.ts';

/** What the page has to say, in its corner. */
export function Messages() {
  const t = useTexts(SHELL);
  const messages = useMessages();
  return (
    <div className={classes.messages} role="status" aria-live="polite">
      {messages.map(({ id, kind, title, detail }) => (
        <Notification
          key={id}
          title={title}
          color={kind === 'good' ? 'green' : 'red'}
          withBorder
          onClose={() => dismiss(id)}
          closeButtonProps={{ 'aria-label': t.close }}
        >
          {detail && <span className="foreign muted">{detail}</span>}
        </Notification>
      ))}
    </div>
  );
}
