interface Asked<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** The most questions of one statement. */
const most = 64;

/**
 * Asks together what is asked at the same time: one statement for many costs little more than for one. While it is on its
 * way, the questions that come gather for the next. `ask` answers in the order of the questions; where it fails, all hear of it.
 */
export function gather<Question, Answer>(ask: (questions: Question[]) => Promise<Answer[]>) {
  const waiting: Asked<Question, Answer>[] = [];
  let going = false;

  async function answerThem(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0, most);
      try {
        const answers = await ask(some.map(({ question }) => question));
        for (const [i, { resolve }] of some.entries()) resolve(answers[i] as Answer);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    going = false;
  }

  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (going) return;
      going = true;
      // What else is asked at this moment goes along.
      setImmediate(() => void answerThem());
    });
}
