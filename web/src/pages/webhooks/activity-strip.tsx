import { useQuery } from '@tanstack/react-query';
import { activityQuery } from '../../api/webhooks.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Bars } from '../../components/bars/bars.tsx';
import { formatHour } from '../../wording/days.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.webhooks;

/** The last 24 hours as bars: delivered, retried, failed. */
export function ActivityStrip({ id, height }: { id: string; height: number }) {
  const workspace = useWorkspace();
  const { data: hours } = useQuery(activityQuery(workspace.id, id));
  if (!hours) return <div style={{ height }} />;
  const sum = (of: 'delivered' | 'retried' | 'failed') => hours.reduce((all, hour) => all + hour[of], 0);
  return (
    <Bars
      label={words.lastDay(sum('delivered'), sum('retried'), sum('failed'))}
      height={height}
      bars={hours.map(({ start, delivered, retried, failed }) => ({
        key: start,
        title: words.hour(formatHour(start), delivered, retried, failed),
        parts: [
          { value: delivered, tone: 'good' },
          { value: retried, tone: 'warn' },
          { value: failed, tone: 'bad' },
        ],
      }))}
    />
  );
}
