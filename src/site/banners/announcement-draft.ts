import type { AdminAnnouncement, AnnouncementFields, AnnouncementTone, Audience } from '#contract/banners.ts'
import { fromLocalInput, toLocalInput } from '#site/articles/writing/publish/schedule-time.ts'

/** What the form holds. Times are those of `datetime-local` fields, in the editor’s time zone. */
export type AnnouncementDraft = {
  text: string
  tone: AnnouncementTone
  audience: Audience
  startsAt: string
  endsAt: string
  priority: string
  dismissible: boolean
  label: string
  link: string
  enabled: boolean
}

export const newDraft: AnnouncementDraft = {
  text: '',
  tone: 'info',
  audience: 'everyone',
  startsAt: '',
  endsAt: '',
  priority: '0',
  dismissible: true,
  label: '',
  link: '',
  enabled: true,
}

export const audienceLabels = {
  'everyone': 'Everyone',
  'visitors': 'Visitors',
  'signed-in': 'Signed-in people',
  'members': 'Members',
  'author': 'Authors, editors and admins',
  'editor': 'Editors and admins',
  'admin': 'Admins',
} satisfies Record<Audience, string>

export const toneLabels = { info: 'Information', success: 'Good news', warning: 'Warning' } satisfies Record<
  AnnouncementTone,
  string
>

export const stateLabels = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  ended: 'Ended',
} satisfies Record<AdminAnnouncement['state'], string>

export const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export function toDraft(announcement: AdminAnnouncement): AnnouncementDraft {
  const { text, tone, audience, startsAt, endsAt, priority, dismissible, action, enabled } = announcement
  return {
    text,
    tone,
    audience,
    startsAt: localTime(startsAt),
    endsAt: localTime(endsAt),
    priority: String(priority),
    dismissible,
    label: action?.label ?? '',
    link: action?.link ?? '',
    enabled,
  }
}

/** A time that was not edited stays exact: the field has no seconds. */
export function toFields(draft: AnnouncementDraft, before: AdminAnnouncement | null): AnnouncementFields {
  const { text, tone, audience, dismissible, enabled, label, link, priority } = draft
  const hasAction = label.trim() !== '' || link.trim() !== ''
  return {
    text,
    tone,
    audience,
    startsAt: toWire(draft.startsAt, before?.startsAt ?? null),
    endsAt: toWire(draft.endsAt, before?.endsAt ?? null),
    priority: Number(priority),
    dismissible,
    action: hasAction ? { label, link } : null,
    enabled,
  }
}

function localTime(at: string | null) {
  return at === null ? '' : toLocalInput(new Date(at))
}

function toWire(local: string, before: string | null) {
  return local === localTime(before) ? before : (fromLocalInput(local)?.toISOString() ?? null)
}
