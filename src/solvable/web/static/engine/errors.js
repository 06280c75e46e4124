/** What goes wrong when an engine is asked, in the words of the library's errors. */

/**
 * @typedef {object} Failure
 * @property {string} code the English template of the message ("tile {tile} is missing"), or one of the engine's own
 *   words: "cancelled", "too big", "too large", "unknown verb", "no runtime", "no server"
 * @property {string} message a sentence in the language asked for
 * @property {number} [line] from 1, 0 if there is none @property {number} [column]
 * @property {string} [expected] what would be right, "" where that is not told
 * @property {Record<string, unknown>} [arguments] the values of the template
 */

export class EngineError extends Error {
  /** @param {Failure} failure */
  constructor({ code, message, line = 0, column = 0, expected = "", arguments: values = {} }) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.line = line;
    this.column = column;
    this.expected = expected;
    this.arguments = values;
  }

  /** Whether another engine, with more room or more libraries, may have an answer. */
  get isTooBig() { return this.code === "too big" || this.code === "no runtime"; }

  /** Whether this engine has no such question, or cannot be reached. */
  get isUnknown() { return this.code === "unknown verb" || this.code === "no server"; }
}

/**
 * Return what was thrown as an EngineError.
 * @param {unknown} error
 */
export function asEngineError(error) {
  if (error instanceof EngineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError({ code: "failed", message });
}

/**
 * Wait for a module, which is fetched when it is wanted.
 * @template T @param {Promise<T>} coming
 */
export const arrived = coming => coming.catch(error => {
  throw new EngineError({ code: "no server", message: String(error) });
});

/** The code of what the page can neither draw nor play: the command line can. */
export const TOO_LARGE = "too large";

/** Return the error of a question that was called off. */
export const cancelled = () => new EngineError({ code: "cancelled", message: "cancelled" });

/** @param {any} error */
export const isCancelled = error => error?.code === "cancelled";
