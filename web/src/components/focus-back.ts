import { useEffect, useState } from 'react';

/** A dialog that is made when it opens gives the focus back to what opened it when it goes. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog's own leave-taking; never away from what somebody has gone to since.
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}
