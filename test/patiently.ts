/** Polling options for conditions that take longer on a busy machine. */
export const patiently = { timeout: 15_000 }
