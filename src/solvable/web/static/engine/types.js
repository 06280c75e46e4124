/**
 * What the engine is asked, and what it answers: types alone, which no page loads.
 *
 * Verbs, their fields, and what they give (an Answer is the JSON answer of the command line, key by key):
 *
 *   check    {board, goal?, format?}                                         Answer
 *   solve    {board, any?, near?, improve?, time?, all?, metric?, goal?, format?, lit_only?, fewest_lit?}
 *                                                       Answer; with all (true, or a number): {answers: Answer[]}
 *   count    {puzzle}                                                        Answer
 *   quiet    {puzzle, all?}                                                  Answer
 *   chase    {board, format?}                                                Answer
 *   new      {puzzle, exact?, graded?, count?, seed?, time?}                 {answers: Answer[]}: `board`, `seed`, `length`
 *   explain  {board, lesson?, lang?, goal?, metric?, format?}                Lesson; without `board`: {lessons: …}
 *   convert  {board, to, format?}                                            {text}
 *   verify   {answer}                                                        {verdict, valid, problems, checked, trusted, remarks}
 *   parse    {text, format?, goal?, metric?}                                 Board: what a pasted text is, and how it is played;
 *            {choices: Board[]} if it may be several (without `scene` if large)
 *   photo    {width, height, pixels, swapped?}                               Board, with `sureness` from 0 to 1 and `is_sure`, the
 *            `reason` of a doubt, the `corners` as parts of the picture, `doubtful`: [cell, sureness][]; the
 *            pixels are three bytes each, in base64
 *   scene    {board, format?, pressed?, weights?, next?, solution?, wrong?}  Scene: the board drawn with these marks
 *   variants {lang?}                                                         {variants: Variant[], boards: …}: as variants.json of the site
 *   hint     {board, time?, goal?, metric?, format?}                         {board, move, moves, length, lower_bound, optimal}
 *   review   {board, moves, time?, goal?, metric?, format?}                  {board, moves, length, lower_bound, optimal, remaining, lost}: the
 *            best solution; the fewest moves left before the first of the given moves and after each (null: not known); those that lost ground
 *
 * Every verb takes `lang` ("en" or "zh"), the language of errors and notes. An unsolvable board and a limit that was
 * reached are answers (`verdict`), not errors.
 */
export {};

/** @typedef {"check"|"solve"|"count"|"quiet"|"chase"|"new"|"explain"|"convert"|"verify"|"parse"|"photo"|"scene"|"variants"|"hint"|"review"} Verb */
/** @typedef {Record<string, unknown>} Fields */

/**
 * What the command line prints with --json; only the keys that apply are there.
 * @typedef {object} AnswerFields
 * @property {string} [puzzle] `lights:5x5`
 * @property {string} [board] the canonical game ID
 * @property {"solved"|"solvable"|"unsolvable"|"bounded"} [verdict]
 * @property {number[]} [moves] lights: presses; tiles: the cell of the touched tile before it slides
 * @property {number} [length]
 * @property {number} [lower_bound] no solution is shorter
 * @property {boolean} [optimal]
 * @property {string} [letters] @property {"tile"|"blank"} [letters_of]
 * @property {string} [solutions] in decimal digits @property {number} [nullity]
 * @property {{invariant: string, weights: number[], value: number, wanted: number}} [obstruction]
 * @property {string} [goal] tiles: by its name or its cells @property {string[]} [other_goals] @property {string[]} [impossible_goals]
 * @property {Record<string, any>} [parity] @property {any[]} [blocks]
 * @property {string} [method] @property {number} [nodes] @property {number} [seconds]
 * @property {"local"|"server"} answeredBy
 */
/** @typedef {AnswerFields & Record<string, any>} Answer */

/**
 * While a solve runs. `bound`: no solution has fewer than `lower_bound` moves; `better`: a shorter solution, `moves`;
 * `progress`: work goes on (also while exact boards are made).
 * @typedef {object} EngineEvent
 * @property {"bound"|"better"|"progress"} type
 * @property {number} lower_bound
 * @property {number} nodes
 * @property {number[]} [moves] @property {number} [length] the shortest solution known
 */

/**
 * One board, ready to be played without asking again. Lights have `k`, `dead` and `toggles`: press i adds amount to cell
 * for each [cell, amount] of toggles[i], modulo k. Tiles have `metric` and, off the grid, `links` between their vertices.
 * @typedef {object} Board
 * @property {string} family `lights` or `tiles` @property {string} puzzle @property {string} board
 * @property {string} format how the text was read @property {string} note what was taken for granted, "" for nothing
 * @property {number[]} state @property {number[]} goal
 * @property {number} width @property {number} height 0 if there is no grid
 * @property {number} [k] @property {number[]} [dead] @property {number[]} [free] @property {[number, number][][]} [toggles]
 * @property {string[]} [colours] those of a lamp's states by the rule, 0 first
 * @property {boolean} [letters] tiles are letters, 1 for A @property {string[]} [symbols] @property {"stm"|"mtm"} [metric] @property {[number, number][]} [links]
 * @property {Scene} [scene] none of a board of more than 4096 cells
 */

/**
 * What is seen (core/scene.py): cells in cell sides from the top left; parts that are empty are left out.
 * @typedef {object} Scene
 * @property {string} [title] what is seen, in a sentence or two @property {number} width @property {number} height @property {[number, number]} size
 * @property {SceneCell[]} cells @property {[number, number][]} [links]
 * @property {number} levels @property {number} widest @property {number} [most]
 * @property {string[]} [legend] @property {string[]} [caption]
 */
/**
 * @typedef {object} SceneCell
 * @property {number} index @property {number} x @property {number} y its middle
 * @property {"disc"|"hexagon"|"up"|"down"|"tile"|"vertex"} shape
 * @property {string} [label] @property {number} [level] 0 dark … 1 lit @property {"dead"|"blank"|"free"} [role]
 * @property {boolean} [is_home] @property {string} [wanted]
 * @property {{kind: string, number: number, toward: number, label: string}[]} [marks]
 */

/**
 * @typedef {object} Status
 * @property {"idle"|"loading"|"ready"|"failed"} phase of the local engine
 * @property {number} loaded bytes @property {number} total bytes, 0 if it is not known
 * @property {string} [message] why it failed
 */
/** @typedef {{onEvent?: (event: EngineEvent) => void, signal?: AbortSignal}} AskOptions */

/**
 * @typedef {object} Engine
 * @property {(verb: Verb, fields: Fields, options?: AskOptions) => Promise<Answer>} ask throws EngineError
 * @property {Status} status
 * @property {(listen: (status: Status) => void) => () => void} onStatus calls at once and at each change; returns how to stop
 * @property {() => Promise<void>} load starts the runtime, and waits for it
 * @property {() => Promise<boolean>} hasServer whether the page came from `solvable serve`
 * @property {() => Promise<boolean>} mustLoad whether an answer has to wait for the runtime
 * @property {() => void} close ends the workers
 */
