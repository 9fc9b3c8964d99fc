import type { AdminPerson, PersonNote } from '#contract/people-admin/people-admin.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { notesAbout, peoplePage } from './queries.ts'

type PersonRow = Awaited<ReturnType<typeof peoplePage>>['shown'][number]
type NoteRow = Awaited<ReturnType<typeof notesAbout>>[number]

export function presentAdminPerson(base: string, row: PersonRow): AdminPerson {
  const { id, handle, name, role, state, email } = row
  // The queries leave erased people out.
  if (state === 'erased') throw new Error(`person ${id} was erased`)
  return {
    id,
    handle,
    name,
    role,
    state,
    email: email ?? null,
    avatar: pictureWithBase(base, row.avatar),
    stories: row.storyCount,
    joinedAt: row.createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
  }
}

export function presentNote(viewerId: string, row: NoteRow): PersonNote {
  const { id, text, byId, byName, byHandle, createdAt } = row
  const by = byId && byName && byHandle ? { id: byId, name: byName, handle: byHandle } : null
  return { id, text, by, createdAt: createdAt.toISOString(), own: byId === viewerId }
}
