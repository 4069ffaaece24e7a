import type { Delivery } from '@filemill/client';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { formatDuration, formatExactly } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './log.module.css';

const words = strings.webhooks;
type Attempt = Delivery['attempts'][number];

const formatJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** The request as it was sent, with the headers that the signature covers. */
const writeRequest = (url: string, { eventId, body }: Delivery, { at, signature }: Attempt): string =>
  [
    `POST ${url}`,
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${Math.floor(Date.parse(at) / 1000)}`,
    ...(signature ? [`webhook-signature: ${signature}`] : []),
    '',
    formatJson(body ?? ''),
  ].join('\n');

const describeAnswer = ({ status, error, durationMs }: Attempt): string =>
  status === undefined
    ? (words.errors[error ?? ''] ?? error ?? '')
    : words.answered(status, formatDuration(durationMs));

export function AttemptDetail({
  attempt,
  delivery,
  url,
}: {
  attempt: Attempt;
  delivery: Delivery;
  url: string;
}) {
  return (
    <div className={classes.attempt}>
      <div>
        <strong>{words.attempt(attempt.number)}</strong>{' '}
        <span className={classes.quiet}>{formatExactly(attempt.at)}</span> · {describeAnswer(attempt)}
      </div>
      <div className={classes.pair}>
        <div>
          <p className={classes.label}>{words.request}</p>
          <CodeBlock code={writeRequest(url, delivery, attempt)} name={words.request} />
        </div>
        <div>
          <p className={classes.label}>{words.answer}</p>
          {attempt.answer ? (
            <CodeBlock code={formatJson(attempt.answer)} name={words.answer} />
          ) : (
            <span className={classes.quiet}>{words.noAnswer}</span>
          )}
        </div>
      </div>
    </div>
  );
}
