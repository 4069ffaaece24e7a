import { isIP } from 'node:net';

export const readInteger = (min: number, max: number, fallback: number) => (text: string | undefined) => {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
};

export const readChoice =
  <const Choice extends string>(choices: readonly Choice[], fallback: Choice) =>
  (text: string | undefined): Choice => {
    const choice = choices.find(each => each === (text ?? fallback));
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };

export const readOptional =
  <Value>(read: (text: string) => Value) =>
  (text: string | undefined): Value | undefined =>
    text === undefined ? undefined : read(text);

export const readUrl = (text: string, protocols: readonly string[], example: string): URL => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol)) throw new Error(`must be a URL like ${example}`);
  return parsed;
};

/** Reads http and https addresses. */
export const readAddresses = (text: string | undefined): string[] => {
  const addresses = (text ?? '').split(',').flatMap(each => each.trim() || []);
  for (const address of addresses)
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
      throw new Error(
        'must be http or https addresses separated by commas, like https://time.example.com/tsr',
      );
  return addresses;
};

/**
 * Reads `name`, `10.1.2.3`, `10.0.0.0/8` or `fd00::/8`; single ones also with a port, and IPv6 then in
 * brackets.
 */
export const readHosts = (text: string | undefined): string[] => {
  const entries = (text ?? '').split(',').flatMap(each => each.trim().toLowerCase() || []);
  for (const entry of entries) {
    const [address = '', prefix = '', ...more] = entry.split('/');
    const range =
      /^\d{1,3}$/.test(prefix) && more.length === 0 && Number(prefix) <= (isIP(address) === 4 ? 32 : 128);
    const { host = '' } = /^\[?(?<host>[^\]]*?)\]?(:\d{1,5})?$/.exec(entry)?.groups ?? {};
    const single = isIP(entry) || isIP(host) || /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host);
    if (!(entry.includes('/') ? isIP(address) && range : single))
      throw new Error(
        `must be names, addresses or ranges separated by commas, like hooks.internal, 10.0.0.0/8`,
      );
  }
  return entries;
};
