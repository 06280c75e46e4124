/** What is loaded once the board plays: each part exports `install(app)`, and adds itself to the lists of app.js. */

/** @type {(() => Promise<{install: (app: import("./app.js").App) => unknown}>)[]} */
export const PARTS = [
  () => import("./earlier.js"),
  () => import("./print.js"),

  // the win card, the record, challenges, replays
  () => import("./player.js"),

  // large boards and their solutions
  () => import("./large.js"),

  // the gallery, pastes, photos
  () => import("./pick.js"),
  () => import("./look.js"),
];
