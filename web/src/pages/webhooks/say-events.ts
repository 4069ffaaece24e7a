import type { Webhook } from '@filemill/client';
import { strings } from '../../strings.ts';
import { eventTypes } from './detail/filter.ts';

export const sayEvents = (events: Webhook['events']): string =>
  events.length === 0 || events.length === eventTypes.length ? strings.webhooks.allEvents : events.join(', ');
