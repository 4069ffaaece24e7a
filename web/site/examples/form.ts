/** Writes a PDF of one page with a form: a text field and a check box. */
export function makeForm(): Buffer {
  const labels =
    'BT /Helv 18 Tf 40 235 Td (Registration) Tj /Helv 12 Tf 0 -45 Td (Name) Tj 0 -40 Td (I will come) Tj ET';
  const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const widget = '/Type /Annot /Subtype /Widget /F 4 /P 3 0 R /MK << /BC [0.4 0.4 0.4] >>';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 7 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 290] /Resources << /Font << /Helv 7 0 R >> >> /Contents 4 0 R /Annots [5 0 R 6 0 R] >>',
    `<< /Length ${labels.length} >>\nstream\n${labels}\nendstream`,
    `<< ${widget} /FT /Tx /T (name) /TU (Name) /Rect [130 182 380 206] >>`,
    `<< ${widget} /FT /Btn /T (coming) /TU (I will come) /Rect [130 145 148 163] >>`,
    helvetica,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
