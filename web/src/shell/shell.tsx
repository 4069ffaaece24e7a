import { Alert } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../api/session/session.ts';
import { useWorkspace } from '../api/workspace.ts';
import { strings } from '../wording/strings.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { useGoTo } from './go-to.ts';
import { onOverlay } from './overlays.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { Tray } from './tray/tray.tsx';
import { useFormerPlace } from './use-former-place.ts';

const Shortcuts = lazy(() => import('./shortcuts.tsx').then(({ Shortcuts }) => ({ default: Shortcuts })));
const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })));

/** The frame around every page: side bar, top bar, palette, and the tray of files in progress. */
export function Shell() {
  const { user } = useSession();
  useGoTo(user.operator);
  useFormerPlace();
  const workspace = useWorkspace();
  const [overlays, setOverlays] = useState<{ palette?: boolean; shortcuts?: boolean }>({});
  const show = (change: typeof overlays) => setOverlays(shown => ({ ...shown, ...change }));
  useEffect(() => onOverlay(name => setOverlays(shown => ({ ...shown, [name]: true }))), []);
  return (
    <div className={classes.shell}>
      <button
        type="button"
        className={classes.skip}
        onClick={() => document.querySelector<HTMLElement>('#main')!.focus()}
      >
        {strings.shell.skip}
      </button>
      <TopBar />
      <Rail />
      <main className={classes.main} id="main" tabIndex={-1}>
        <ConnectionBanner />
        {workspace.id === '' && (
          <Alert color="yellow" variant="outline" m="md">
            {user.operator ? strings.shell.noWorkspaceYet : strings.shell.noWorkspace}
          </Alert>
        )}
        {/* The pages are remounted for another workspace. */}
        <Fragment key={workspace.id}>
          <Outlet />
        </Fragment>
      </main>
      <BottomBar />
      <Tray />
      <Suspense>
        {overlays.palette !== undefined && (
          <Palette opened={overlays.palette} onClose={() => show({ palette: false })} />
        )}
        {overlays.shortcuts !== undefined && (
          <Shortcuts opened={overlays.shortcuts} onClose={() => show({ shortcuts: false })} />
        )}
      </Suspense>
    </div>
  );
}
