import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './app.css';
import './shell/first-frame.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isOnline, onConnectionChange, watchConnection } from './api/online.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session/session.ts';
import { leaveWhenSessionEnds } from './api/session/session-end.ts';
import { App } from './app.tsx';
import { direction, language } from './wording/language.ts';

// The page's head has already requested the session; this uses its response, so that it is not taken for a later one.
void queryClient.prefetchQuery(sessionQuery);
leaveWhenSessionEnds();
watchConnection();
// The data on the page may have changed during an outage.
onConnectionChange(() => isOnline() && void queryClient.invalidateQueries());
// During an outage, the router would load the page anew if it recognised the error, and end in the browser's own error page.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!isOnline()) payload.message = `Unable to preload a script: ${payload.message}`;
});

document.documentElement.lang = language;
document.documentElement.dir = direction;

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
