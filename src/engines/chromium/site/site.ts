/** A file of a site. */
export interface SiteFile {
  body: Uint8Array;
  /** The value of its Content-Type. */
  type: string;
}

/** The pages and files that a job has. The browser loads nothing else. */
export interface Site {
  /** The address of the page to show. */
  start: string;
  /** True if the site is on the web, and the job has none of its files. */
  isOnWeb?: true;
  /** Finds the file at an address, without its fragment. */
  find(address: URL): Promise<SiteFile | undefined>;
}

/** The origin of pages that have no address of their own. The name `.invalid` can never exist. */
export const ownOrigin = 'https://page.invalid';

/** Returns the address that a file with this path has, relative to the top of a site. */
export const formAddress = (path: string): string =>
  `${ownOrigin}/${path.split('/').map(encodeURIComponent).join('/')}`;

const types: Record<string, string> = {
  ...{ html: 'text/html', htm: 'text/html', xhtml: 'application/xhtml+xml', css: 'text/css' },
  ...{ js: 'text/javascript', mjs: 'text/javascript', json: 'application/json', wasm: 'application/wasm' },
  ...{ svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  ...{ webp: 'image/webp', avif: 'image/avif', ico: 'image/x-icon', bmp: 'image/bmp' },
  ...{ woff: 'font/woff', woff2: 'font/woff2', ttf: 'font/ttf', otf: 'font/otf' },
  ...{ txt: 'text/plain', csv: 'text/csv', xml: 'application/xml', pdf: 'application/pdf' },
  ...{ mp4: 'video/mp4', webm: 'video/webm', mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg' },
};

/** Tells the media type of a file by its extension. */
export const findMediaType = (path: string): string =>
  types[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
