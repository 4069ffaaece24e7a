interface Asked<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** The most questions that one statement may carry. */
const most = 64;

/** After this long the next batch is sent anyway: a statement on a dead connection must not hold it up. */
const patienceMs = 1000;

/**
 * Combines questions that are asked at the same time into one statement, which costs little more than a single question.
 * While a statement runs, new questions are collected for the next. `ask` returns answers in the order of its questions;
 * if it fails, all of its questions are rejected.
 */
export function gatherQuestions<Question, Answer>(ask: (questions: Question[]) => Promise<Answer[]>) {
  const waiting: Asked<Question, Answer>[] = [];
  let going = false;

  async function answer(some: Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await ask(some.map(({ question }) => question));
      for (const [i, { resolve }] of some.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  async function answerWaiting(): Promise<void> {
    while (waiting.length > 0) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>(resolve => {
        timer = setTimeout(resolve, patienceMs);
      });
      await Promise.race([answer(waiting.splice(0, most)), late]);
      clearTimeout(timer);
    }
    going = false;
  }

  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (going) return;
      going = true;
      // Other questions asked in this tick join the same statement.
      setImmediate(() => void answerWaiting());
    });
}
