/** A PDF whose every page has text and a bookmark. */
export function pdfWithOutline(pages: number, title: string): Buffer {
  const objects: string[] = [];
  const outline = 4 + 2 * pages;
  objects.push(`<< /Type /Catalog /Pages 2 0 R /Outlines ${outline} 0 R >>`);
  objects.push(
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, i) => `${4 + 2 * i} 0 R`).join(' ')}] >>`,
  );
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (let i = 0; i < pages; i++) {
    const lines = Array.from(
      { length: 40 },
      (_, line) =>
        `(${title}, page ${i + 1}, line ${line + 1}: the quick brown fox jumps over the lazy dog) Tj 0 -16 Td`,
    );
    const content = `BT /F1 11 Tf 72 720 Td ${lines.join(' ')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
    );
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  objects.push(
    `<< /Type /Outlines /First ${outline + 1} 0 R /Last ${outline + pages} 0 R /Count ${pages} >>`,
  );
  for (let i = 0; i < pages; i++) {
    const next = i + 1 < pages ? ` /Next ${outline + 2 + i} 0 R` : '';
    const previous = i > 0 ? ` /Prev ${outline + i} 0 R` : '';
    objects.push(
      `<< /Title (${title}.${i + 1}) /Parent ${outline} 0 R${next}${previous} /Dest [${4 + 2 * i} 0 R /Fit] >>`,
    );
  }
  let text = '%PDF-1.5\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
