import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';

/** One input of one job, with its declared properties. */
export interface UploadLink {
  jobId: string;
  index: number;
  contentType: string;
  size: number;
  expiresAt: Date;
}

export interface DownloadLink {
  artifactId: string;
  filename: string;
  expiresAt: Date;
}

/** All outputs of a job as one zip. */
export interface ZipLink {
  jobId: string;
  filename: string;
  expiresAt: Date;
}

/** Signed URLs, which need no key: whoever has one may use it until it expires. `base` is `{base_url}`. */
export interface Links {
  uploadUrl(base: string, upload: UploadLink): { url: string; headers: Record<string, string> };
  downloadUrl(base: string, download: DownloadLink): string;
  zipUrl(base: string, zip: ZipLink): string;
  /** Parses a signed URL. Whatever is wrong with it, the error is `invalid_signature`. */
  readUpload(url: string, now: number): UploadLink;
  readDownload(url: string, now: number): DownloadLink;
  readZip(url: string, now: number): ZipLink;
}

/** Escapes everything but RFC 3986's unreserved characters, so that no client or proxy changes the URL. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const uploadPath = (link: UploadLink): string =>
  `uploads/${link.jobId}/${link.index}?type=${encode(link.contentType)}&size=${link.size}&expires=${toSeconds(link.expiresAt)}`;

const downloadPath = (link: DownloadLink): string =>
  `downloads/${link.artifactId}/${encode(link.filename)}?expires=${toSeconds(link.expiresAt)}`;

const zipPath = (link: ZipLink): string =>
  `zips/${link.jobId}/${encode(link.filename)}?expires=${toSeconds(link.expiresAt)}`;

const uploadShape = /\/uploads\/([^/?]+)\/(\d+)\?type=([^&]*)&size=(\d+)&expires=(\d+)&signature=[^&]+$/;
const downloadShape = /\/downloads\/([^/?]+)\/([^/?]+)\?expires=(\d+)&signature=[^&]+$/;

const zipShape = /\/zips\/([^/?]+)\/([^/?]+)\?expires=(\d+)&signature=[^&]+$/;

const readSeconds = (text: string): Date => new Date(Number(text) * 1000);

/** Signs with HMAC-SHA256. To verify a URL, it is rebuilt from its parts and compared as text. */
export function makeSignedLinks(secretKey: string): Links {
  const deriveKey = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', `filemill ${purpose} links`, 32)));
  const makeSigner = (purpose: string) => {
    const key = deriveKey(purpose);
    return (path: string) =>
      `${path}&signature=${createHmac('sha256', key).update(path).digest('base64url')}`;
  };
  const signUpload = makeSigner('upload');
  const signDownload = makeSigner('download');
  const signZip = makeSigner('zip');

  function verify<Link extends { expiresAt: Date }>(
    url: string,
    now: number,
    link: Link,
    signed: string,
  ): Link {
    const given = Buffer.from(url.slice(-signed.length - 1));
    const wanted = Buffer.from(`/${signed}`);
    const genuine = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!genuine || link.expiresAt.getTime() <= now) throw new ApiError('invalid_signature');
    return link;
  }

  function parse<Link>(shape: RegExp, url: string, read: (...parts: string[]) => Link): Link {
    const [, ...parts] = shape.exec(url) ?? [];
    try {
      if (parts.length > 0) return read(...parts.map(decodeURIComponent));
    } catch {
      // A malformed escape is refused like any other invalid URL.
    }
    throw new ApiError('invalid_signature');
  }

  return {
    uploadUrl: (base, link) => ({
      url: `${base}/${signUpload(uploadPath(link))}`,
      headers: { 'Content-Type': link.contentType },
    }),

    downloadUrl: (base, link) => `${base}/${signDownload(downloadPath(link))}`,

    zipUrl: (base, link) => `${base}/${signZip(zipPath(link))}`,

    readUpload(url, now) {
      const link = parse(uploadShape, url, (jobId, index, contentType, size, expires) => ({
        jobId: jobId,
        index: Number(index),
        contentType: contentType,
        size: Number(size),
        expiresAt: readSeconds(expires),
      }));
      return verify(url, now, link, signUpload(uploadPath(link)));
    },

    readDownload(url, now) {
      const link = parse(downloadShape, url, (artifactId, filename, expires) => ({
        artifactId: artifactId,
        filename: filename,
        expiresAt: readSeconds(expires),
      }));
      return verify(url, now, link, signDownload(downloadPath(link)));
    },

    readZip(url, now) {
      const link = parse(zipShape, url, (jobId, filename, expires) => ({
        jobId: jobId,
        filename: filename,
        expiresAt: readSeconds(expires),
      }));
      return verify(url, now, link, signZip(zipPath(link)));
    },
  };
}
