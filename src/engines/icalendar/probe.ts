import type { Engine } from '../engine.ts';

export const engine: Engine = {
  id: 'icalendar',
  title: 'Calendars and contacts',
  licence: 'Apache-2.0',
  packages: [],
  probe: async () => '1',
};
