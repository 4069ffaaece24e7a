import type { Field, Link } from '../../documents/source.ts';
import type { Pdfium } from './module.ts';
import type { Scratch } from './scratch.ts';
import { type Matrix, moveBox } from './transform.ts';

const subtype = { link: 2, widget: 20 };
const uriAction = 3;
const fieldType = { checkBox: 2, radioButton: 3, comboBox: 4, listBox: 5, text: 6 };
const hiddenFlag = 1 << 1;
const maxAnnotations = 5000;
const safeAddress = /^(https?:|mailto:)/i;

/** Reads the links to addresses, and the form fields with their values. */
export function readAnnotations(
  lib: Pdfium,
  document: number,
  page: number,
  form: number,
  matrix: Matrix,
  scratch: Scratch,
): { links: Link[]; fields: Field[] } {
  const links: Link[] = [];
  const fields: Field[] = [];
  const count = Math.min(lib._FPDFPage_GetAnnotCount(page), maxAnnotations);
  for (let index = 0; index < count; index++) {
    const annotation = lib._FPDFPage_GetAnnot(page, index);
    if (!annotation) continue;
    try {
      const kind = lib._FPDFAnnot_GetSubtype(annotation);
      if (kind !== subtype.link && kind !== subtype.widget) continue;
      if ((lib._FPDFAnnot_GetFlags(annotation) & hiddenFlag) !== 0) continue;
      if (!lib._FPDFAnnot_GetRect(annotation, scratch.pointer)) continue;
      const [a, b, c, d] = [0, 1, 2, 3].map(at => scratch.float(at));
      const box = moveBox(matrix, a!, d!, c!, b!);
      if (kind === subtype.link) {
        const address = readAddress(lib, document, annotation, scratch);
        if (address !== undefined) links.push({ ...box, address });
      } else if (form) {
        const field = readField(lib, form, annotation, scratch);
        if (field) fields.push({ ...box, ...field });
      }
    } finally {
      lib._FPDFPage_CloseAnnot(annotation);
    }
  }
  return { links, fields };
}

function readAddress(
  lib: Pdfium,
  document: number,
  annotation: number,
  scratch: Scratch,
): string | undefined {
  const link = lib._FPDFAnnot_GetLink(annotation);
  const action = link ? lib._FPDFLink_GetAction(link) : 0;
  if (!action || lib._FPDFAction_GetType(action) !== uriAction) return undefined;
  const address = scratch.utf8((buffer, bytes) =>
    lib._FPDFAction_GetURIPath(document, action, buffer, bytes),
  );
  return safeAddress.test(address) ? address : undefined;
}

function readField(
  lib: Pdfium,
  form: number,
  annotation: number,
  scratch: Scratch,
): Pick<Field, 'kind' | 'text' | 'checked'> | undefined {
  const type = lib._FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === fieldType.checkBox || type === fieldType.radioButton)
    return { kind: 'check', text: '', checked: lib._FPDFAnnot_IsChecked(form, annotation) !== 0 };
  if (type !== fieldType.text && type !== fieldType.comboBox && type !== fieldType.listBox) return undefined;
  const text = scratch.utf16((buffer, bytes) =>
    lib._FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes),
  );
  return text.trim() === '' ? undefined : { kind: 'text', text, checked: false };
}
