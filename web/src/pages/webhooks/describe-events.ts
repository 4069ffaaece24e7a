import type { Webhook } from '@filemill/client';
import { eventTypes } from '../../api/events.ts';
import { strings } from '../../wording/strings.ts';

export const describeEvents = (events: Webhook['events']): string =>
  events.length === 0 || events.length === eventTypes.length ? strings.webhooks.allEvents : events.join(', ');
