import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Focuses the link to the page that one comes back from, so that the keyboard goes on there in a list. */
export function useFormerPlace(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation }) => {
        if (!fromLocation || document.activeElement !== document.body) return;
        const links = [...document.querySelectorAll<HTMLAnchorElement>('#main a[href]')];
        links.find(({ pathname }) => pathname.endsWith(fromLocation.pathname))?.focus();
      }),
    [router],
  );
}
