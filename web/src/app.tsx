import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';
import { theme } from './theme.ts';
import { direction } from './wording/language.ts';

/** Style elements created by libraries need this nonce, or the Content-Security-Policy blocks them. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
setNonce(nonce);

export function App() {
  return (
    <DirectionProvider initialDirection={direction}>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queryClient}>
          <Notifications className="toasts" position="bottom-center" limit={3} transitionDuration={120} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
