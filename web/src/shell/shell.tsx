import { Outlet } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useWorkspace } from '../api/workspace.ts';
import { strings } from '../wording/strings.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { onOpenPalette } from './open-palette.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { Tray } from './tray/tray.tsx';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })));

/** The frame around every page: side bar, top bar, palette, and the tray of files in progress. */
export function Shell() {
  useSession();
  const workspace = useWorkspace();
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => onOpenPalette(() => setPalette('open')), []);
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
        {/* The pages are remounted for another workspace. */}
        <Fragment key={workspace.id}>
          <Outlet />
        </Fragment>
      </main>
      <BottomBar />
      <Tray />
      {palette !== 'never' && (
        <Suspense>
          <Palette opened={palette === 'open'} onClose={() => setPalette('closed')} />
        </Suspense>
      )}
    </div>
  );
}
