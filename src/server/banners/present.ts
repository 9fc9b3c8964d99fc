import type { AdminAnnouncement, AdminSignInPicture, Announcement, AnnouncementState } from '#contract/banners.ts'
import type { Picture } from '#contract/shapes.ts'
import { pictureOf } from '#server/media/picture.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { AnnouncementRow, SignInPictureRow } from './queries.ts'

export function stateOf(
  { enabled, startsAt, endsAt }: Pick<AnnouncementRow, 'enabled' | 'startsAt' | 'endsAt'>,
  now: Date,
): AnnouncementState {
  if (!enabled) return 'draft'
  if (endsAt && endsAt <= now) return 'ended'
  return startsAt && startsAt > now ? 'scheduled' : 'live'
}

export function presentAnnouncement(row: AnnouncementRow): Announcement {
  const { id, revision, text, tone, dismissible, actionLabel: label, actionLink: link } = row
  return { id, revision, text, tone, dismissible, action: label && link ? { label, link } : null }
}

export function presentForAdmin(row: AnnouncementRow, now: Date): AdminAnnouncement {
  const { audience, startsAt, endsAt, priority, enabled, version, createdAt, updatedAt } = row
  return {
    ...presentAnnouncement(row),
    audience,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    priority,
    enabled,
    state: stateOf(row, now),
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function presentPicture(base: string, row: SignInPictureRow): Picture | null {
  const { media, alt, decorative } = row
  if (!media || media.state === 'failed') return null
  return pictureWithBase(base, { ...pictureOf(media), alt: decorative ? '' : alt, focus: focusOf(row) })
}

export function presentPictureForAdmin(base: string, row: SignInPictureRow, today: boolean): AdminSignInPicture {
  const { id, mediaId, alt, decorative, quote, attribution, enabled, version } = row
  const picture = presentPicture(base, row)
  return {
    id,
    media: mediaId,
    picture,
    alt,
    decorative,
    focus: focusOf(row),
    quote,
    attribution,
    enabled,
    today,
    version,
  }
}

function focusOf({ focusX, focusY }: SignInPictureRow) {
  return focusX === null || focusY === null ? null : { x: focusX, y: focusY }
}
