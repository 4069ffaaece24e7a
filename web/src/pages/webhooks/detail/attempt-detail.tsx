import type { Delivery } from '@filemill/client';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { sayDuration, sayExactly } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './log.module.css';

const words = strings.webhooks;
type Attempt = Delivery['attempts'][number];

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** The request as it went out. The headers are those that the signature is made of. */
const requestOf = (url: string, { eventId, body }: Delivery, { at, signature }: Attempt): string =>
  [
    `POST ${url}`,
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${Math.floor(Date.parse(at) / 1000)}`,
    ...(signature ? [`webhook-signature: ${signature}`] : []),
    '',
    pretty(body ?? ''),
  ].join('\n');

const sayAnswer = ({ status, error, durationMs }: Attempt): string =>
  status === undefined
    ? (words.errors[error ?? ''] ?? error ?? '')
    : words.answered(status, sayDuration(durationMs));

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
        <span className={classes.quiet}>{sayExactly(attempt.at)}</span> · {sayAnswer(attempt)}
      </div>
      <div className={classes.pair}>
        <div>
          <p className={classes.label}>{words.request}</p>
          <CodeBlock code={requestOf(url, delivery, attempt)} name={words.request} />
        </div>
        <div>
          <p className={classes.label}>{words.answer}</p>
          {attempt.answer ? (
            <CodeBlock code={pretty(attempt.answer)} name={words.answer} />
          ) : (
            <span className={classes.quiet}>{words.noAnswer}</span>
          )}
        </div>
      </div>
    </div>
  );
}
