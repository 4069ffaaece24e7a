import { SaxesParser } from 'saxes';
import { JobFailure } from '../../contract/failure.ts';
import { maxDepth } from './json-parser.ts';
import { broken, XmlEntities } from './xml-entities.ts';

/** An element as it stands: attributes in order, children as texts and elements in order. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string)[];
}

/** Parses a well-formed document; anything else is a failure that says why. */
export function parseXml(text: string): XmlElement {
  try {
    const entities = new XmlEntities();
    const end = readDoctype(text, doctype => entities.declare(doctype));
    return parseDocument(end ? text.slice(0, end) + entities.unfold(text.slice(end)) : text, entities);
  } catch (error) {
    throw error instanceof JobFailure ? error : broken((error as Error).message);
  }
}

/** Reads the document type, if there is one, and tells where it ends. */
function readDoctype(text: string, declare: (doctype: string) => void): number | undefined {
  if (!text.includes('<!DOCTYPE')) return undefined;
  const parser = new SaxesParser();
  let end: number | undefined;
  let isOver = false;
  // Errors in the text are found when the whole of it is parsed.
  parser.on('error', () => {});
  parser.on('doctype', doctype => {
    end = parser.position;
    isOver = true;
    declare(doctype);
  });
  parser.on('opentagstart', () => {
    isOver = true;
  });
  const piece = 4096;
  for (let at = 0; at < text.length && !isOver; at += piece) parser.write(text.slice(at, at + piece));
  return end;
}

function parseDocument(text: string, entities: XmlEntities): XmlElement {
  const parser = new SaxesParser({ position: false });
  parser.ENTITIES = new Proxy({}, { get: (_, name: string) => entities.find(name) });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { name, attributes: new Map(Object.entries(attributes)), children: [] };
    root ??= element;
    open.at(-1)?.children.push(element);
    if (open.push(element) > maxDepth) throw new JobFailure('limit_exceeded', 'xml: nested too deep');
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (said: string): void => {
    const children = open.at(-1)?.children;
    if (!children) return;
    if (typeof children.at(-1) === 'string') children[children.length - 1] += said;
    else if (said) children.push(said);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  if (!root) throw broken('no element');
  return root;
}
