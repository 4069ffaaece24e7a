import { useEffect, useState } from 'react';

const read = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/** A link's token stands after the `#`, so that no log and no Referer has it. */
export function useLinkToken(): string {
  const [token, setToken] = useState(read);
  useEffect(() => {
    // The whole link may be pasted where half of it was.
    const onChange = () => setToken(read);
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return token;
}

/** Once it is used it does not stay in the address. */
export const forgetLinkToken = (): void => history.replaceState(history.state, '', location.pathname);
