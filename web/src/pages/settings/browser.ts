import { strings } from '../../wording/strings.ts';

/** The first match counts, because most browsers also claim to be those further down. */
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const findName = (list: [RegExp, string][], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** Describes a user agent: "Firefox on Linux". */
export function describeBrowser(userAgent = ''): string {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (!browser) return userAgent.slice(0, 60) || strings.settings.unknownBrowser;
  return system ? strings.settings.on(browser, system) : browser;
}
