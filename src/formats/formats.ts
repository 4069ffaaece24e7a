/** The description of a format. There is one row per format, and nothing else lists formats. */
export interface Format<Id extends string = string> {
  id: Id;
  title: string;
  /** Media types, of which the first is used in answers. */
  mediaTypes: readonly [string, ...string[]];
  /** Extensions without the dot, in lower case. Outputs get the first. */
  extensions: readonly [string, ...string[]];
  /** True if the format could run script in a browser, so that it is only ever sent as an attachment. */
  active?: true;
}

const format = <const Id extends string>(
  id: Id,
  title: string,
  mediaTypes: Format['mediaTypes'],
  extensions: Format['extensions'],
  traits: Pick<Format, 'active'> = {},
): Format<Id> => ({ id, title, mediaTypes, extensions, ...traits });

const ooxml = 'application/vnd.openxmlformats-officedocument';
const opendocument = 'application/vnd.oasis.opendocument';

const rows = [
  format('png', 'PNG image', ['image/png', 'image/apng', 'image/vnd.mozilla.apng'], ['png', 'apng']),
  format('jpeg', 'JPEG image', ['image/jpeg', 'image/jpg', 'image/pjpeg'], ['jpg', 'jpeg', 'jpe', 'jfif']),
  format('webp', 'WebP image', ['image/webp'], ['webp']),
  format('avif', 'AVIF image', ['image/avif', 'image/avif-sequence'], ['avif', 'avifs']),
  format('gif', 'GIF image', ['image/gif'], ['gif']),
  format('tiff', 'TIFF image', ['image/tiff', 'image/tif', 'image/x-tiff', 'image/tiff-fx'], ['tiff', 'tif']),
  format('bmp', 'BMP image', ['image/bmp', 'image/x-bmp', 'image/x-ms-bmp'], ['bmp', 'dib']),
  format('svg', 'SVG drawing', ['image/svg+xml'], ['svg'], { active: true }),
  format(
    'heic',
    'HEIC image',
    ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    ['heic', 'heif', 'hif'],
  ),
  format('ico', 'Windows icon', ['image/vnd.microsoft.icon', 'image/x-icon', 'image/ico'], ['ico', 'cur']),
  format(
    'psd',
    'Photoshop image',
    ['image/vnd.adobe.photoshop', 'application/x-photoshop', 'image/x-psd'],
    ['psd'],
  ),
  format(
    'jp2',
    'JPEG 2000 image',
    ['image/jp2', 'image/jpx', 'image/j2k'],
    ['jp2', 'jpx', 'j2k', 'jpf', 'j2c'],
  ),
  format('jxl', 'JPEG XL image', ['image/jxl'], ['jxl']),
  format('dng', 'DNG raw photo', ['image/x-adobe-dng', 'image/dng'], ['dng']),
  format('cr2', 'Canon raw photo', ['image/x-canon-cr2'], ['cr2']),
  format('nef', 'Nikon raw photo', ['image/x-nikon-nef'], ['nef']),

  format('exr', 'OpenEXR image', ['image/x-exr', 'image/aces'], ['exr']),
  format('tga', 'Targa image', ['image/x-tga', 'image/x-targa', 'image/tga'], ['tga', 'targa']),
  format(
    'eps',
    'PostScript drawing',
    ['application/postscript', 'application/eps', 'image/x-eps', 'image/eps'],
    ['eps', 'epsf', 'epsi', 'ps'],
  ),
  format('dxf', 'DXF drawing', ['image/vnd.dxf', 'application/dxf', 'image/x-dxf'], ['dxf']),
  format(
    'vsdx',
    'Visio drawing',
    [
      'application/vnd.ms-visio.drawing',
      'application/vnd.ms-visio.drawing.main+xml',
      'application/vnd.visio',
    ],
    ['vsdx', 'vsdm', 'vstx', 'vsd'],
  ),

  format('pdf', 'PDF document', ['application/pdf', 'application/x-pdf'], ['pdf']),

  // Templates and documents with macros are the same inside, and macros never run.
  format(
    'docx',
    'Word document',
    [
      `${ooxml}.wordprocessingml.document`,
      `${ooxml}.wordprocessingml.template`,
      'application/vnd.ms-word.document.macroenabled.12',
      'application/vnd.ms-word.template.macroenabled.12',
    ],
    ['docx', 'docm', 'dotx', 'dotm'],
  ),
  format('doc', 'Word 97-2003 document', ['application/msword'], ['doc', 'dot']),
  format(
    'odt',
    'OpenDocument text',
    [`${opendocument}.text`, `${opendocument}.text-template`],
    ['odt', 'ott'],
  ),
  format('wpd', 'WordPerfect document', ['application/vnd.wordperfect', 'application/wordperfect'], ['wpd']),
  format(
    'pages',
    'Pages document',
    ['application/vnd.apple.pages', 'application/x-iwork-pages-sffpages'],
    ['pages'],
  ),
  format('xps', 'XPS document', ['application/vnd.ms-xpsdocument', 'application/oxps'], ['xps', 'oxps']),
  format('rtf', 'Rich text', ['application/rtf', 'text/rtf'], ['rtf']),
  format('txt', 'Plain text', ['text/plain'], ['txt', 'text', 'log']),
  format('md', 'Markdown', ['text/markdown', 'text/x-markdown'], ['md', 'markdown']),
  format('html', 'HTML page', ['text/html', 'application/xhtml+xml'], ['html', 'htm', 'xhtml'], {
    active: true,
  }),
  format('mhtml', 'Web archive', ['multipart/related', 'application/x-mimearchive'], ['mhtml', 'mht'], {
    active: true,
  }),
  format('url', 'Web address', ['text/uri-list', 'application/x-mswinurl'], ['url', 'uri']),
  format('epub', 'EPUB book', ['application/epub+zip'], ['epub']),
  format('mobi', 'Mobipocket book', ['application/x-mobipocket-ebook'], ['mobi', 'prc', 'azw']),
  format(
    'azw3',
    'Kindle book',
    ['application/vnd.amazon.mobi8-ebook', 'application/vnd.amazon.ebook'],
    ['azw3', 'kf8'],
  ),
  format('fb2', 'FictionBook', ['application/x-fictionbook+xml', 'application/x-fictionbook'], ['fb2']),
  format('djvu', 'DjVu document', ['image/vnd.djvu', 'image/x-djvu'], ['djvu', 'djv']),
  format('cbz', 'Comic book (ZIP)', ['application/vnd.comicbook+zip', 'application/x-cbz'], ['cbz']),
  format('cbr', 'Comic book (RAR)', ['application/vnd.comicbook-rar', 'application/x-cbr'], ['cbr']),
  format(
    'pptx',
    'PowerPoint presentation',
    [
      `${ooxml}.presentationml.presentation`,
      `${ooxml}.presentationml.slideshow`,
      `${ooxml}.presentationml.template`,
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
      'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
      'application/vnd.ms-powerpoint.template.macroenabled.12',
    ],
    ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  ),
  format('ppt', 'PowerPoint 97-2003 presentation', ['application/vnd.ms-powerpoint'], ['ppt', 'pps', 'pot']),
  format(
    'odp',
    'OpenDocument presentation',
    [`${opendocument}.presentation`, `${opendocument}.presentation-template`],
    ['odp', 'otp'],
  ),
  format(
    'key',
    'Keynote presentation',
    ['application/vnd.apple.keynote', 'application/x-iwork-keynote-sffkey'],
    ['key'],
  ),
  format(
    'tex',
    'LaTeX source',
    ['application/x-tex', 'text/x-tex', 'application/x-latex', 'text/x-latex'],
    ['tex', 'latex', 'ltx'],
  ),
  format('rst', 'reStructuredText', ['text/x-rst', 'text/prs.fallenstein.rst'], ['rst']),
  format('adoc', 'AsciiDoc', ['text/asciidoc', 'text/x-asciidoc'], ['adoc', 'asciidoc']),
  format('org', 'Org mode', ['text/org', 'text/x-org'], ['org']),
  format('mediawiki', 'MediaWiki text', ['text/mediawiki', 'text/x-wiki'], ['wiki', 'mediawiki']),
  format('docbook', 'DocBook', ['application/docbook+xml'], ['dbk', 'docbook']),
  format('ipynb', 'Jupyter notebook', ['application/x-ipynb+json'], ['ipynb']),
  format('eml', 'E-mail message', ['message/rfc822'], ['eml']),
  format('msg', 'Outlook message', ['application/vnd.ms-outlook'], ['msg']),
  format('mbox', 'Mailbox', ['application/mbox'], ['mbox']),
  format(
    'tnef',
    'Outlook attachments (winmail.dat)',
    ['application/vnd.ms-tnef', 'application/ms-tnef'],
    ['dat', 'tnef'],
  ),
  format('ics', 'Calendar', ['text/calendar'], ['ics', 'ical', 'ifb']),
  format('vcf', 'Contacts', ['text/vcard', 'text/x-vcard', 'text/directory'], ['vcf', 'vcard']),

  format(
    'xlsx',
    'Excel workbook',
    [`${ooxml}.spreadsheetml.sheet`, `${ooxml}.spreadsheetml.template`],
    ['xlsx', 'xltx'],
  ),
  format(
    'xlsm',
    'Excel workbook with macros',
    ['application/vnd.ms-excel.sheet.macroenabled.12', 'application/vnd.ms-excel.template.macroenabled.12'],
    ['xlsm', 'xltm'],
  ),
  format('xls', 'Excel 97-2003 workbook', ['application/vnd.ms-excel'], ['xls', 'xlt']),
  format(
    'xlsb',
    'Excel binary workbook',
    ['application/vnd.ms-excel.sheet.binary.macroenabled.12'],
    ['xlsb'],
  ),
  format(
    'ods',
    'OpenDocument spreadsheet',
    [`${opendocument}.spreadsheet`, `${opendocument}.spreadsheet-template`],
    ['ods', 'ots'],
  ),
  format(
    'numbers',
    'Numbers spreadsheet',
    ['application/vnd.apple.numbers', 'application/x-iwork-numbers-sffnumbers'],
    ['numbers'],
  ),
  format('dbf', 'dBase table', ['application/x-dbf', 'application/dbase', 'application/vnd.dbf'], ['dbf']),
  format('csv', 'Comma-separated values', ['text/csv', 'application/csv'], ['csv']),
  format('tsv', 'Tab-separated values', ['text/tab-separated-values', 'text/tsv'], ['tsv', 'tab']),

  format('json', 'JSON', ['application/json', 'text/json'], ['json']),
  format(
    'ndjson',
    'JSON lines',
    ['application/x-ndjson', 'application/jsonl', 'application/x-jsonlines'],
    ['ndjson', 'jsonl'],
  ),
  format(
    'yaml',
    'YAML',
    ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'],
    ['yaml', 'yml'],
  ),
  format('toml', 'TOML', ['application/toml', 'text/toml', 'text/x-toml'], ['toml']),
  format('xml', 'XML', ['application/xml', 'text/xml'], ['xml'], { active: true }),
  format(
    'parquet',
    'Apache Parquet',
    ['application/vnd.apache.parquet', 'application/x-parquet'],
    ['parquet'],
  ),
  format(
    'arrow',
    'Apache Arrow',
    ['application/vnd.apache.arrow.file', 'application/vnd.apache.arrow.stream'],
    ['arrow', 'feather', 'arrows'],
  ),
  format('avro', 'Apache Avro', ['application/avro', 'avro/binary', 'application/vnd.apache.avro'], ['avro']),
  format('sql', 'SQL statements', ['application/sql', 'text/x-sql'], ['sql']),

  format('wav', 'WAV sound', ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'], ['wav', 'wave']),
  format(
    'mp3',
    'MP3 sound',
    ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/x-mpeg', 'audio/mpeg3'],
    ['mp3', 'mpga'],
  ),
  format('flac', 'FLAC sound', ['audio/flac', 'audio/x-flac'], ['flac']),
  format(
    'm4a',
    'M4A sound',
    ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/x-m4b', 'audio/mp4a-latm'],
    ['m4a', 'm4b'],
  ),
  format(
    'ogg',
    'Ogg sound',
    ['audio/ogg', 'application/ogg', 'audio/vorbis', 'audio/x-vorbis+ogg'],
    ['ogg', 'oga'],
  ),
  format('opus', 'Opus sound', ['audio/opus', 'audio/x-opus+ogg'], ['opus']),
  format(
    'aac',
    'AAC sound',
    ['audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts', 'audio/x-hx-aac-adts'],
    ['aac', 'adts'],
  ),
  format('aiff', 'AIFF sound', ['audio/aiff', 'audio/x-aiff'], ['aiff', 'aif', 'aifc', 'aiffc']),
  format('webm', 'WebM video or sound', ['video/webm', 'audio/webm'], ['webm', 'weba']),
  format(
    'mp4',
    'MP4 video',
    ['video/mp4', 'video/x-m4v', 'application/mp4', 'video/3gpp', 'video/3gpp2'],
    ['mp4', 'm4v', 'mp4v', '3gp', '3g2'],
  ),
  format('mov', 'QuickTime video', ['video/quicktime'], ['mov', 'qt']),
  format(
    'mkv',
    'Matroska video or sound',
    ['video/x-matroska', 'video/matroska', 'audio/x-matroska', 'audio/matroska'],
    ['mkv', 'mka'],
  ),
  format(
    'avi',
    'AVI video',
    ['video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi'],
    ['avi', 'divx'],
  ),
  format(
    'wmv',
    'Windows Media video or sound',
    ['video/x-ms-wmv', 'video/x-ms-asf', 'audio/x-ms-wma'],
    ['wmv', 'asf', 'wma'],
  ),
  format('flv', 'Flash video', ['video/x-flv'], ['flv']),
  format('ts', 'MPEG transport stream', ['video/mp2t', 'video/vnd.dlna.mpeg-tts'], ['ts', 'mts', 'm2ts']),
  format('mpg', 'MPEG program stream', ['video/mpeg', 'video/mp2p'], ['mpg', 'mpeg', 'vob']),

  format('srt', 'SubRip subtitles', ['application/x-subrip', 'text/srt', 'application/srt'], ['srt']),
  format('vtt', 'WebVTT subtitles', ['text/vtt'], ['vtt', 'webvtt']),
  format('ass', 'SubStation Alpha subtitles', ['text/x-ssa', 'text/x-ass'], ['ass', 'ssa']),
  format('ttml', 'TTML subtitles', ['application/ttml+xml'], ['ttml', 'dfxp']),
  format('sbv', 'YouTube subtitles', ['text/x-sbv'], ['sbv']),

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

/** The name of a format: a mistyped one does not compile. */
export type FormatId = (typeof rows)[number]['id'];

export const formats: ReadonlyMap<FormatId, Format<FormatId>> = new Map(rows.map(row => [row.id, row]));

export function getFormat(id: FormatId): Format<FormatId> {
  const found = formats.get(id);
  if (!found) throw new Error(`no such format: ${id}`);
  return found;
}

export const audioFormats: readonly FormatId[] = ['wav', 'mp3', 'flac', 'm4a', 'ogg', 'opus', 'aac', 'aiff'];
export const videoFormats: readonly FormatId[] = ['webm', 'mp4', 'mov', 'mkv'];
/** The formats of video that are read and never written. */
export const readOnlyVideoFormats: readonly FormatId[] = ['avi', 'wmv', 'flv', 'ts', 'mpg'];
/** The formats that sound is read from. */
export const soundFormats: readonly FormatId[] = [...audioFormats, ...videoFormats, ...readOnlyVideoFormats];
