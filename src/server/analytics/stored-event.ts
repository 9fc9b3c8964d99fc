import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import { sourceOf } from './sources.ts'
import type { describePath } from './page-kind.ts'

/** Who sent an event, without their address. */
export type Reader = { device: string; language: string; country: string }

/** An event as `analytics_batch` has it. The names are those of the columns of `analytics_event`. */
export type StoredEvent = {
  day: string
  id: string
  at: string
  kind: AnalyticsEvent['kind']
  /** A 64-bit number, which JSON cannot hold. */
  visitor: string
  path: string
  page: string
  article_id?: string
  source?: string
  referrer?: string
  campaign?: string
  device: string
  language: string
  country: string
  name?: string
  value?: number
  depth_from?: number
  depth_to?: number
}

type Given = {
  event: AnalyticsEvent
  /** In UTC. */
  at: string
  visitor: string
  page: NonNullable<ReturnType<typeof describePath>>
  reader: Reader
  ownHosts: ReadonlySet<string>
}

export function toStoredEvent({ event, at, visitor, page, reader, ownHosts }: Given): StoredEvent {
  const { id, kind, story } = event
  return {
    day: at.slice(0, 10),
    id,
    at,
    kind,
    visitor,
    ...page,
    ...(story !== undefined && { article_id: story }),
    ...reader,
    ...detailsOf(event, ownHosts),
  }
}

function detailsOf(event: AnalyticsEvent, ownHosts: ReadonlySet<string>): Partial<StoredEvent> {
  switch (event.kind) {
    case 'view':
    case 'read':
      return sourceOf(event, ownHosts)
    case 'progress':
      return { depth_from: event.from, depth_to: Math.max(event.from, event.to) }
    case 'search':
      return { name: event.term.trim().toLowerCase().replace(/\s+/g, ' '), value: event.results }
    case 'share':
      return { name: event.channel }
    case 'step':
      return { name: event.step }
    case 'vital':
      return { name: event.name, value: event.value }
    case 'sign-up':
    case 'follow':
    case 'test':
      return {}
  }
}
