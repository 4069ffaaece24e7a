import { expect, test } from 'vitest';
import { EntityWatch } from './entity-watch.ts';

function watched(name: string, text: string, piece = text.length): void {
  const watch = new EntityWatch(name);
  for (let at = 0; at < text.length; at += piece) watch.see(Buffer.from(text.slice(at, at + piece)));
  watch.look();
}

test('allows short entities in drawings, but not those that expand or load files', () => {
  const drawing = (declared: string) =>
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b" [\n${declared}\n]><svg xmlns="&ns_svg;">${' '.repeat(500)}</svg>`;
  const own = '<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY ns_ai \'http://ns.adobe.com/ai/\'>';
  for (const piece of [1e6, 1, 7, 64]) watched('Pictures/a.svg', drawing(own), piece);
  for (const bad of [
    '<!ENTITY a "&b;">',
    '<!ENTITY a SYSTEM "file:///etc/passwd">',
    '<!ENTITY % a "b">',
    `<!ENTITY a "${'x'.repeat(201)}">`,
    '<!ENTITY a "b" >'.repeat(101),
  ])
    for (const piece of [1e6, 1, 64])
      expect(() => watched('a.svg', drawing(`${own}${bad}`), piece), bad).toThrow('limit_exceeded');
  expect(() => watched('word/document.xml', drawing(own))).toThrow('limit_exceeded');
});
