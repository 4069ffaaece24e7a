import { format } from './format.ts';

const ooxml = 'application/vnd.openxmlformats-officedocument';
const opendocument = 'application/vnd.oasis.opendocument';

/** Documents, presentations, books, markup and mail. */
export const documents = [
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
];
