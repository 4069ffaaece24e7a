import type { NewWebhook, Webhook } from '@filemill/client';
import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { eventTypes } from '../../../api/events.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { strings } from '../../../wording/strings.ts';

const words = strings.webhooks;

function EventChoice({ events }: { events: string[] }) {
  const [all, setAll] = useState(events.length === 0 || events.length === eventTypes.length);
  return (
    <div>
      <Switch
        name="all"
        label={words.allEvents}
        description={words.allEventsHelp}
        checked={all}
        onChange={event => setAll(event.currentTarget.checked)}
      />
      {!all && (
        <Checkbox.Group label={words.events} defaultValue={events} mt="sm">
          <Stack gap="xs" mt="xs">
            {eventTypes.map(type => (
              <Checkbox
                key={type}
                name="events"
                value={type}
                label={type}
                description={words.eventHelp[type]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </div>
  );
}

/** The address, events and purpose of a new or existing webhook. */
export function WebhookForm({
  opened,
  onClose,
  title,
  webhook,
  onSubmit,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  webhook?: Webhook;
  onSubmit: (fields: NewWebhook & { url: string }) => Promise<unknown>;
}) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      submit={webhook ? words.save : words.create}
      onSubmit={fields => {
        const all = fields.get('all') !== null;
        const events = (all ? ['all'] : fields.getAll('events')) as NonNullable<NewWebhook['events']>;
        if (events.length === 0) throw new Error(words.noEvent);
        return onSubmit({
          url: String(fields.get('url')).trim(),
          description: String(fields.get('description')),
          events,
        });
      }}
    >
      <TextInput
        name="url"
        type="url"
        label={words.address}
        description={words.addressHelp}
        placeholder="https://example.com/filemill"
        defaultValue={webhook?.url}
        required
        data-autofocus
      />
      <TextInput
        name="description"
        label={words.description}
        defaultValue={webhook?.description}
        maxLength={200}
      />
      <EventChoice events={webhook?.events ?? []} />
    </FormDialog>
  );
}
