import { SECOND_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireCanEdit } from '#server/articles/drafts/editors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'

/** A tab renews its lease every `PRESENCE_RENEWED_MS`. */
const LEASE_MS = 12 * SECOND_MS
/** Grace period for a dropped connection to reconnect. */
const RECONNECT_GRACE_MS = 3 * SECOND_MS

/** A tab that has a draft open in the editor. */
export type Presence = { articleId: string; client: string; personId: string }

type Tab = { personId: string; until: number }

const TAG = /^live:presence:(\w+):(\w+):(\w+):(here|left)$/

/** Notifies all processes that a tab is present, or that its connection ended. */
export function announcePresence(
  { db }: Pick<Ctx, 'db'>,
  { articleId, client, personId }: Presence,
  change: 'here' | 'left',
) {
  return notifyInvalidated(db, [`live:presence:${articleId}:${client}:${personId}:${change}`])
}

/** Renews the lease. An event stream is one-way, so the tab calls this endpoint. */
export async function renewPresence(ctx: Ctx<Viewer>, articleId: string, client: string) {
  await requireCanEdit(ctx, articleId)
  await announcePresence(ctx, { articleId, client, personId: ctx.viewer.id }, 'here')
  return {}
}

/**
 * Tracks which people have which draft open. Every process receives every announcement and tabs renew their leases, so
 * nothing is stored: a missed announcement is repeated within seconds, and a lease that is not renewed expires.
 */
export function createPresence({ now }: Pick<Ctx, 'now'>) {
  const drafts = new Map<string, Map<string, Tab>>()

  /** Returns the draft when the tag announces a new tab. */
  function handleTag(tag: string): string | null {
    const [, articleId, client, personId, change] = TAG.exec(tag) ?? []
    if (!articleId || !client || !personId) return null
    const tabs = drafts.get(articleId) ?? new Map<string, Tab>()
    const known = tabs.get(client)
    const time = now().getTime()
    if (change === 'here') tabs.set(client, { personId, until: time + LEASE_MS })
    else if (known) tabs.set(client, { ...known, until: Math.min(known.until, time + RECONNECT_GRACE_MS) })
    if (tabs.size > 0) drafts.set(articleId, tabs)
    return change === 'here' && !known ? articleId : null
  }

  /** Drops expired tabs and returns their drafts. */
  function sweep(): string[] {
    const time = now().getTime()
    const changed: string[] = []
    for (const [articleId, tabs] of drafts) {
      const expired = [...tabs].filter(([, { until }]) => until <= time)
      for (const [client] of expired) tabs.delete(client)
      if (expired.length > 0) changed.push(articleId)
      if (tabs.size === 0) drafts.delete(articleId)
    }
    return changed
  }

  return {
    handleTag,
    sweep,
    /** Distinct people, in the order they joined. */
    peopleAt: (articleId: string) => [
      ...new Set([...(drafts.get(articleId)?.values() ?? [])].map(({ personId }) => personId)),
    ],
  }
}
