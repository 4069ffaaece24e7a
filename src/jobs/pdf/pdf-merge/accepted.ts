/** The formats that can be merged: PDFs, and documents and pictures that become PDFs on the way. */
export const mergeable = [
  'pdf',
  ...(['docx', 'doc', 'odt', 'rtf', 'txt', 'md', 'html', 'epub', 'pptx', 'ppt', 'odp'] as const),
  ...(['xlsx', 'xls', 'ods', 'csv', 'eml'] as const),
  ...(['png', 'jpeg', 'webp', 'tiff', 'gif', 'bmp', 'heic', 'avif', 'svg'] as const),
] as const;
