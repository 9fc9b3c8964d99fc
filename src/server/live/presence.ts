import { SECOND_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireCanEdit } from '#server/articles/drafts/editors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'

/** How long a browser that says nothing more is still there. It says so every `PRESENCE_RENEWED_MS`. */
const LEASE_MS = 12 * SECOND_MS
/** A connection that broke is usually back before this; a tab that was closed is gone after it. */
const LEFT_MS = 3 * SECOND_MS

/** One tab that has a draft open in the editor. */
export type Presence = { articleId: string; client: string; personId: string }

type Tab = { personId: string; until: number }

const NAME = /^live:presence:(\w+):(\w+):(\w+):(here|left)$/

/** Tells every process that a tab is there, or that its connection ended. */
export function announcePresence(
  { db }: Pick<Ctx, 'db'>,
  { articleId, client, personId }: Presence,
  change: 'here' | 'left',
) {
  return notifyInvalidated(db, [`live:presence:${articleId}:${client}:${personId}:${change}`])
}

/** The viewer still has this draft open: a stream of events has no way back to say so. */
export async function renewPresence(ctx: Ctx<Viewer>, articleId: string, client: string) {
  await requireCanEdit(ctx, articleId)
  await announcePresence(ctx, { articleId, client, personId: ctx.viewer.id }, 'here')
  return {}
}

/**
 * Who has which draft open, as far as this process has heard. Every process hears all of it, and each tab repeats itself,
 * so nothing has to be stored: what was missed is known a few seconds later, and what is not repeated goes.
 */
export function createPresence({ now }: Pick<Ctx, 'now'>) {
  const drafts = new Map<string, Map<string, Tab>>()

  /** The draft that a person has come to, if the name says so of a tab that was not there before. */
  function heard(name: string): string | null {
    const [, articleId, client, personId, change] = NAME.exec(name) ?? []
    if (!articleId || !client || !personId) return null
    const here = drafts.get(articleId) ?? new Map<string, Tab>()
    const known = here.get(client)
    const time = now().getTime()
    if (change === 'here') here.set(client, { personId, until: time + LEASE_MS })
    else if (known) here.set(client, { ...known, until: Math.min(known.until, time + LEFT_MS) })
    if (here.size > 0) drafts.set(articleId, here)
    return change === 'here' && !known ? articleId : null
  }

  /** Forgets the tabs that are gone; the drafts they had open. */
  function sweep(): string[] {
    const time = now().getTime()
    const changed: string[] = []
    for (const [articleId, here] of drafts) {
      const gone = [...here].filter(([, { until }]) => until <= time)
      for (const [client] of gone) here.delete(client)
      if (gone.length > 0) changed.push(articleId)
      if (here.size === 0) drafts.delete(articleId)
    }
    return changed
  }

  return {
    heard,
    sweep,
    /** Each person once, those who came first before the others. */
    peopleAt: (articleId: string) => [
      ...new Set([...(drafts.get(articleId)?.values() ?? [])].map(({ personId }) => personId)),
    ],
  }
}
