import { Button, Text, Tooltip } from '@mantine/core';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { getStage, type Item, isConverting, needsAttention } from '../../added-files/item.ts';
import { mayAskToNotify } from '../../conversions/notify.ts';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';
import { focusRow } from './focus-row.ts';

const words = strings.convert.batch;

/** "5 of 9 done, 1 needs attention", once several files are being converted. */
export function BatchState({ items }: { items: Item[] }) {
  const [asks, setAsks] = useState(mayAskToNotify);
  const done = items.filter(item => getStage(item) === 'done').length;
  const attention = items.filter(needsAttention);
  const converting = items.some(isConverting);
  if (items.length < 2 || (done === 0 && !converting)) return null;
  const ask = async () => {
    await Notification.requestPermission();
    setAsks(mayAskToNotify());
  };
  return (
    <div className={classes.batch}>
      <Text role="status" fw={500}>
        {words.count(done, items.length, attention.length)}
      </Text>
      {attention.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => focusRow(attention[0]!.id)}>
          {words.show}
        </Button>
      )}
      {converting && asks && (
        <Tooltip label={words.notifyHelp}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<Bell size={14} aria-hidden="true" />}
            onClick={ask}
          >
            {words.notify}
          </Button>
        </Tooltip>
      )}
    </div>
  );
}
