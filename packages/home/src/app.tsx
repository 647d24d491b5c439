import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Alerts } from './alerts/alerts.tsx';
import { OfficeContext, openOffice } from './backend/office.ts';
import { LanguageProvider } from './language/language.tsx';
import { useSettings } from './settings/settings.ts';
import { Shell } from './shell/shell.tsx';
import { TabTitle } from './shell/tab-title.ts';
import { styleNonce, theme } from './theme.ts';

const office = openOffice();

export function App() {
  const { theme: scheme } = useSettings();
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={styleNonce}
      defaultColorScheme="auto"
      {...(scheme === 'auto' ? {} : { forceColorScheme: scheme })}
    >
      <OfficeContext value={office}>
        <QueryClientProvider client={office.queries}>
          <LanguageProvider>
            <Alerts />
            <TabTitle />
            <Shell />
          </LanguageProvider>
        </QueryClientProvider>
      </OfficeContext>
    </MantineProvider>
  );
}
