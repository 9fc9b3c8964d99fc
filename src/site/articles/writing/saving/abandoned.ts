import { newId } from './ids.ts'
import type { Kept, LocalStore } from './kept.ts'
import { createTabs } from './tabs.ts'
import { wait } from './timer.ts'

const HELLO_MS = 100

/** What a person began in this browser and the server has never seen, newest first; without what is open in another tab. */
export async function abandoned(store: LocalStore, person: string): Promise<Kept[]> {
  const begun = await store.begun(person)
  if (begun.length === 0) return []
  const deaf = { onOthers() {}, onHello() {}, onSaved() {}, onBye() {} }
  const asked = begun.map((kept) => ({ kept, tabs: createTabs(kept.articleId, newId(), deaf) }))
  for (const { tabs } of asked) tabs.hello()
  await wait(HELLO_MS)
  const alone = asked.filter(({ tabs }) => tabs.count() === 0).map(({ kept }) => kept)
  for (const { tabs } of asked) tabs.close()
  return alone.toSorted((a, b) => b.at - a.at)
}
