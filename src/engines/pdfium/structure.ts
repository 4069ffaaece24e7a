import type { Tag } from '../../documents/source.ts';
import type { Pdfium } from './module.ts';
import type { Scratch } from './scratch.ts';

const deepest = 60;
const maxTags = 50_000;

/** Reads the part of the structure tree that belongs to one page. */
export function readTags(lib: Pdfium, page: number, scratch: Scratch): Tag[] {
  const tree = lib._FPDF_StructTree_GetForPage(page);
  if (!tree) return [];
  let left = maxTags;
  const readTag = (element: number, depth: number): Tag | undefined => {
    if (depth > deepest || --left < 0) return undefined;
    const type = scratch.utf16((buffer, bytes) => lib._FPDF_StructElement_GetType(element, buffer, bytes));
    const alt = scratch.utf16((buffer, bytes) => lib._FPDF_StructElement_GetAltText(element, buffer, bytes));
    const tag: Tag = { type, marks: [], children: [], ...(alt !== '' && { alt }) };
    const count = lib._FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < count; index++) {
      const child = lib._FPDF_StructElement_GetChildAtIndex(element, index);
      if (child) {
        const inner = readTag(child, depth + 1);
        if (inner) tag.children.push(inner);
      } else {
        const mark = lib._FPDF_StructElement_GetChildMarkedContentID(element, index);
        // A mark between children keeps its place among them as a child without a type.
        if (mark >= 0) tag.children.push({ type: '', marks: [mark], children: [] });
      }
    }
    if (type === 'TD' || type === 'TH') readSpans(lib, element, tag, scratch);
    return tag;
  };
  try {
    const count = lib._FPDF_StructTree_CountChildren(tree);
    const tags: Tag[] = [];
    for (let index = 0; index < count; index++) {
      const element = lib._FPDF_StructTree_GetChildAtIndex(tree, index);
      const tag = element ? readTag(element, 0) : undefined;
      if (tag) tags.push(tag);
    }
    return tags;
  } finally {
    lib._FPDF_StructTree_Close(tree);
  }
}

function readSpans(lib: Pdfium, element: number, tag: Tag, scratch: Scratch): void {
  const count = lib._FPDF_StructElement_GetAttributeCount(element);
  for (let index = 0; index < count; index++) {
    const attributes = lib._FPDF_StructElement_GetAttributeAtIndex(element, index);
    if (!attributes) continue;
    const columns = readNumber(lib, attributes, 'ColSpan', scratch);
    const rows = readNumber(lib, attributes, 'RowSpan', scratch);
    if (columns > 1) tag.colSpan = columns;
    if (rows > 1) tag.rowSpan = rows;
  }
}

const nameAt = 64;

function readNumber(lib: Pdfium, attributes: number, name: string, scratch: Scratch): number {
  const pointer = scratch.pointer + nameAt;
  lib.HEAPU8.set(new TextEncoder().encode(`${name}\0`), pointer);
  const value = lib._FPDF_StructElement_Attr_GetValue(attributes, pointer);
  if (!value || !lib._FPDF_StructElement_Attr_GetNumberValue(value, scratch.pointer)) return 1;
  return Math.min(200, Math.round(scratch.float(0)));
}
