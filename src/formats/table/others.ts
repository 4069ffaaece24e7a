import { format } from './format.ts';

/** Fonts, archives, and everything else. */
export const others = [
  format('ttf', 'TrueType font', ['font/ttf', 'application/x-font-ttf', 'font/sfnt'], ['ttf']),
  format(
    'otf',
    'OpenType font',
    ['font/otf', 'application/x-font-otf', 'application/vnd.ms-opentype'],
    ['otf'],
  ),
  format('woff', 'Web font (WOFF)', ['font/woff', 'application/font-woff'], ['woff']),
  format('woff2', 'Web font (WOFF2)', ['font/woff2', 'application/font-woff2'], ['woff2']),

  format('hocr', 'hOCR', ['text/vnd.hocr+html'], ['hocr'], { active: true }),
  format('zip', 'ZIP archive', ['application/zip', 'application/x-zip-compressed'], ['zip']),
  format('tar', 'TAR archive', ['application/x-tar', 'application/tar'], ['tar']),
  format(
    'gz',
    'Gzip file or TAR archive',
    ['application/gzip', 'application/x-gzip', 'application/x-compressed-tar', 'application/x-tgz'],
    ['gz', 'tgz'],
  ),
  format(
    'bz2',
    'Bzip2 file or TAR archive',
    ['application/x-bzip2', 'application/bzip2', 'application/x-bzip'],
    ['bz2', 'tbz2', 'tbz'],
  ),
  format('xz', 'XZ file or TAR archive', ['application/x-xz', 'application/xz'], ['xz', 'txz']),
  format('zst', 'Zstandard file or TAR archive', ['application/zstd', 'application/x-zstd'], ['zst', 'tzst']),
  format('7z', '7-Zip archive', ['application/x-7z-compressed'], ['7z']),
  format(
    'rar',
    'RAR archive',
    ['application/vnd.rar', 'application/x-rar-compressed', 'application/x-rar'],
    ['rar'],
  ),

  // A file of a format that is not in this table.
  format('bin', 'Other file', ['application/octet-stream'], ['bin']),
];
