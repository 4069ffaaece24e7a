import { Type } from 'typebox';
import type { Delivery } from '../../../domain/outgoing/webhooks/deliveries.ts';

export const DeliveryParams = Type.Object({ id: Type.String(), eventId: Type.String() });

export const presentDelivery = ({ createdAt, nextAt, endedAt, ...rest }: Delivery) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  ...(nextAt && { nextAt: nextAt.toISOString() }),
  ...(endedAt && { endedAt: endedAt.toISOString() }),
});
