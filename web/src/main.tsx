import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './app.css';
import './shell/first-frame.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { leaveWhenSessionEnds } from './api/session-end.ts';
import { App } from './app.tsx';

// Takes what the page's head has asked for, on every page: left lying, it would be taken for the answer to a later question.
void queryClient.prefetchQuery(sessionQuery);
leaveWhenSessionEnds();

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
