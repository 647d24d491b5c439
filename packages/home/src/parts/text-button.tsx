import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';
import classes from './text-button.module.css';

type TextButtonProps = UnstyledButtonProps &
  Omit<ComponentProps<'button'>, keyof UnstyledButtonProps> & { readonly icon?: IconName };

/** A button among words, which looks as a link does. */
export function TextButton({ icon, className = '', children, ...props }: TextButtonProps) {
  return (
    <UnstyledButton className={`${classes.text} ${className}`} fz="inherit" {...props}>
      {icon && <Icon name={icon} size={15} />}
      {children}
    </UnstyledButton>
  );
}
