import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import { nameWeekDay, type Rhythm, readCron, rhythms, weekDays, writeCron } from '../schedule.ts';

const words = strings.triggers;

/** All time zones that the browser knows, the given or its own first. */
function listTimeZones(first: string | undefined): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([first ?? own, own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** A schedule in words, or as five fields. */
export function ScheduleFields({
  cron,
  timeZone,
  onChange,
}: {
  /** The schedule before any change. */
  cron: string;
  timeZone: string | undefined;
  onChange: (cron: string) => void;
}) {
  const [start] = useState(() => readCron(cron));
  const [rhythm, setRhythm] = useState<Rhythm>(start.rhythm);
  const [time, setTime] = useState(start.time);
  const [day, setDay] = useState(start.day);
  const [custom, setCustom] = useState(cron);
  const change = (changed: { rhythm?: Rhythm; time?: string; day?: string }) => {
    const next = { rhythm, time, day, ...changed };
    setRhythm(next.rhythm);
    setTime(next.time);
    setDay(next.day);
    onChange(next.rhythm === 'custom' ? custom : writeCron(next.rhythm, next.time, next.day));
  };
  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <NativeSelect
          label={words.rhythm}
          value={rhythm}
          data={rhythms.map(value => ({ value, label: words.rhythms[value] }))}
          onChange={event => change({ rhythm: event.currentTarget.value as Rhythm })}
        />
        {rhythm === 'weekly' && (
          <NativeSelect
            label={words.day}
            value={day}
            data={weekDays.map(value => ({ value, label: nameWeekDay(value) }))}
            onChange={event => change({ day: event.currentTarget.value })}
          />
        )}
        {rhythm !== 'hourly' && rhythm !== 'custom' && (
          <TextInput
            type="time"
            label={words.timeOfDay}
            value={time}
            required
            withAsterisk={false}
            onChange={event => change({ time: event.currentTarget.value })}
          />
        )}
      </Group>
      {rhythm === 'custom' && (
        <TextInput
          label={words.cron}
          description={words.cronHelp}
          value={custom}
          required
          onChange={event => {
            setCustom(event.currentTarget.value);
            onChange(event.currentTarget.value.trim());
          }}
        />
      )}
      <NativeSelect name="timeZone" label={words.timeZone} data={listTimeZones(timeZone)} />
    </>
  );
}
