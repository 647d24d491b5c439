import { Notification } from '@mantine/core';
import { useLanguage, useTexts } from '../language/language.tsx';
import { dismiss, useMessages } from '../messages.ts';
import { TextButton } from '../parts/text-button.tsx';
import classes from './shell.module.css';
import { SHELL } from './texts.ts';

/** What the page has to say, in its corner. */
export default function MessageCorner() {
  const t = useTexts(SHELL);
  const language = useLanguage();
  const messages = useMessages();
  return (
    <div className={classes.messages} role="status" aria-live="polite">
      {messages.map(({ id, kind, title, detail, action }) => (
        <Notification
          key={id}
          title={typeof title === 'string' ? title : title[language]}
          color={kind === 'good' ? 'green' : 'red'}
          withBorder
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
      ))}
    </div>
  );
}
