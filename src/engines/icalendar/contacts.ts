import type { Fact, Facts } from './calendar.ts';
import { type Component, type Property, splitValue, unescapeText } from './content-lines.ts';

const nameParts = ['family', 'given', 'additional', 'prefix', 'suffix'];
const addressParts = ['postOfficeBox', 'extended', 'street', 'city', 'region', 'postalCode', 'country'];

/** Names the fields of a value, and leaves out those that are empty. */
function nameFields(value: string, fields: readonly string[]): Record<string, string> {
  const parts = splitValue(value, ';');
  return Object.fromEntries(fields.flatMap((field, at) => (parts[at] ? [[field, parts[at]]] : [])));
}

function readTypes({ parameters }: Property): { types?: string[] } {
  const types = (parameters.TYPE ?? '')
    .toLowerCase()
    .split(',')
    .filter(type => type !== '' && type !== 'quoted-printable' && type !== 'internet');
  return types.length > 0 ? { types } : {};
}

/** The properties that a card may have several of, under their names in the result. */
const lists: Record<string, string> = { EMAIL: 'emails', TEL: 'phones', ADR: 'addresses', URL: 'urls' };
const single: Record<string, string> = {
  FN: 'name',
  NICKNAME: 'nickname',
  TITLE: 'title',
  ROLE: 'role',
  BDAY: 'birthday',
  ANNIVERSARY: 'anniversary',
  NOTE: 'note',
  UID: 'uid',
  REV: 'revision',
};

function readListed(property: Property): Fact {
  if (property.name === 'ADR') return { ...nameFields(property.value, addressParts), ...readTypes(property) };
  const value = unescapeText(property.value).replace(/^(tel|mailto):/i, '');
  return property.name === 'URL' ? value : { value, ...readTypes(property) };
}

type Names = Record<string, string>;

/** Writes the name of a card that has only its parts, which version 2.1 allows. */
const joinName = ({ prefix, given, additional, family, suffix }: Names): string =>
  [prefix, given, additional, family, suffix].filter(Boolean).join(' ');

export function readCard({ properties }: Component): Facts {
  const card: Facts = {};
  for (const property of properties) {
    const { name, value } = property;
    const list = lists[name];
    const key = single[name];
    if (list !== undefined) card[list] = [...((card[list] as Fact[]) ?? []), readListed(property)];
    else if (key !== undefined) card[key] ??= unescapeText(value);
    else if (name === 'N') card.nameParts = nameFields(value, nameParts);
    else if (name === 'ORG') card.organization = splitValue(value, ';').filter(Boolean).join(', ');
    else if (name === 'CATEGORIES') card.categories = splitValue(value, ',');
    else if (name === 'PHOTO' || name === 'LOGO') card[`has${name === 'PHOTO' ? 'Photo' : 'Logo'}`] = true;
  }
  return card.name === undefined && card.nameParts
    ? { name: joinName(card.nameParts as Names), ...card }
    : card;
}
