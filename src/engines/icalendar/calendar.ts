import { type Component, type Property, unescapeText } from './content-lines.ts';

/** A value of an event: text, or an object where parameters matter. */
export type Fact = string | number | boolean | { [name: string]: Fact } | Fact[];
export type Facts = Record<string, Fact>;

const names: Record<string, string> = {
  DTSTART: 'start',
  DTEND: 'end',
  RRULE: 'recurrence',
  'LAST-MODIFIED': 'lastModified',
  DTSTAMP: 'stamp',
  'RECURRENCE-ID': 'recurrenceId',
  'PERCENT-COMPLETE': 'percentComplete',
};

/** Turns `X-ALT-DESC` into `xAltDesc`. */
const makeName = (name: string): string =>
  names[name] ?? name.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const isTime = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

/** Writes a time as ISO 8601: a date, a time in UTC, or a local time with its zone in another field. */
export function readTime({ value, parameters }: Property): Fact {
  const found = isTime.exec(value.trim());
  if (!found) return unescapeText(value);
  const [, year, month, day, hour, minute, second, zone] = found;
  const time = `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`}`;
  return parameters.TZID && !zone ? { time, timeZone: parameters.TZID } : time;
}

const readPerson = ({ value, parameters }: Property): Fact => ({
  address: value.replace(/^mailto:/i, ''),
  ...(parameters.CN && { name: parameters.CN }),
  ...(parameters.ROLE && { role: parameters.ROLE.toLowerCase() }),
  ...(parameters.PARTSTAT && { status: parameters.PARTSTAT.toLowerCase() }),
});

const times = /^(DTSTART|DTEND|DUE|COMPLETED|CREATED|LAST-MODIFIED|DTSTAMP|RECURRENCE-ID|EXDATE|RDATE)$/;

/** The properties of which an entry may have several. */
const lists: Record<string, string> = { ATTENDEE: 'attendees', EXDATE: 'exdate', RDATE: 'rdate' };

/** Reads all values of a property: the dates that a series leaves out or adds may be listed in one line. */
const readValues = (property: Property): Fact[] =>
  property.name === 'EXDATE' || property.name === 'RDATE'
    ? property.value.split(',').map(value => readTime({ ...property, value }))
    : [readValue(property)];

function readValue(property: Property): Fact {
  if (times.test(property.name)) return readTime(property);
  if (property.name === 'ORGANIZER' || property.name === 'ATTENDEE') return readPerson(property);
  return unescapeText(property.value);
}

/** The components that are entries of a calendar. Others describe time zones. */
const entries: Record<string, string> = {
  VEVENT: 'event',
  VTODO: 'task',
  VJOURNAL: 'journal',
  VFREEBUSY: 'freeBusy',
};

/** Lists the events, tasks and notes of calendars. */
export function listEntries(calendars: readonly Component[]): Facts[] {
  return calendars
    .flatMap(({ components }) => components)
    .flatMap(({ name, properties, components }) => {
      const type = entries[name];
      if (type === undefined) return [];
      const facts: Facts = { type };
      for (const property of properties) {
        const list = lists[property.name];
        const key = list ?? makeName(property.name);
        const values = readValues(property);
        const before = facts[key];
        facts[key] =
          list !== undefined || before !== undefined
            ? [...(Array.isArray(before) ? before : before === undefined ? [] : [before]), ...values]
            : values[0]!;
      }
      const alarms = components.filter(each => each.name === 'VALARM');
      if (alarms.length > 0)
        facts.alarms = alarms.map(alarm =>
          Object.fromEntries(alarm.properties.map(each => [makeName(each.name), unescapeText(each.value)])),
        );
      return [facts];
    });
}
