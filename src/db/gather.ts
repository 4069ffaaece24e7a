interface Asked<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** The most questions of one statement. */
const most = 64;

/** A statement that takes longer, on a connection that was lost without a word, does not hold up the next. */
const patienceMs = 1000;

/**
 * Asks together what is asked at the same time: one statement for many costs little more than for one. While it is on its
 * way, the questions that come gather for the next. `ask` answers in the order of the questions; where it fails, all hear of it.
 */
export function gather<Question, Answer>(ask: (questions: Question[]) => Promise<Answer[]>) {
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

  async function answerThem(): Promise<void> {
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
      // What else is asked at this moment goes along.
      setImmediate(() => void answerThem());
    });
}
