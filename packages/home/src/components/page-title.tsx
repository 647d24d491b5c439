import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The heading of a page, with what belongs to all of it at the right. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Title order={1} size="h2">
        {title}
      </Title>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
