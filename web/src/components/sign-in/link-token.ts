import { useEffect, useState } from 'react';

const read = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/** The token of a link is after the `#`, so that no log and no Referer contains it. */
export function useLinkToken(): string {
  const [token, setToken] = useState(read);
  useEffect(() => {
    // A person may paste the complete link after opening an incomplete one.
    const onChange = () => setToken(read);
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return token;
}

/** Removes the used token from the address. */
export const forgetLinkToken = (): void => history.replaceState(history.state, '', location.pathname);
