/** A link's token stands after the `#`, so that no log and no Referer has it. */
export const linkToken = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/** Once it is used it does not stay in the address. */
export const forgetLinkToken = (): void => history.replaceState(history.state, '', location.pathname);
