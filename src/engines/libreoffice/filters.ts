/** LibreOffice's names for the formats that it writes. */
export const filters = {
  docx: 'MS Word 2007 XML',
  odt: 'writer8',
  rtf: 'Rich Text Format',
  pptx: 'Impress MS PowerPoint 2007 XML',
  odp: 'impress8',
  ppt: 'MS PowerPoint 97',
  doc: 'MS Word 97',
  xls: 'MS Excel 97',
  xlsx: 'Calc MS Excel 2007 XML',
  ods: 'calc8',
} as const;
