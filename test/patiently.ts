/** For what happens soon on an idle machine, and later on a busy one: a test that waits for it ends as soon as it happens. */
export const patiently = { timeout: 15_000 }
