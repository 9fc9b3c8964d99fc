// No zod here, because the browser uses these too.

/** The largest batch that the server accepts. */
export const MAX_BATCH = 50
/** Events that a browser could not send for longer are dropped. */
export const MAX_EVENT_AGE_DAYS = 7
/** The text of a story is measured in this many equal parts. */
export const DEPTH_PARTS = 20
