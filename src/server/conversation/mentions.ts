import type { Viewer } from '#contract/viewer.ts'
import type { PersonCard } from '#contract/people.ts'
import { searchPeople, shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findHandles } from '#contract/conversation/text-segments.ts'
import { participants } from './queries.ts'
import { getVisibility } from './visibility.ts'
import { findConversationStory } from './story.ts'

/** Limits mass mentions: further handles stay plain text. */
const MAX_MENTIONS = 20
const MAX_SUGGESTIONS = 8

/** Replaces the stored mentions. `repliedTo` counts as mentioned, because a reply to a reply is in another author's thread. */
export async function saveMentions({ db }: Pick<Ctx, 'db'>, id: string, text: string, repliedTo: string | null = null) {
  const handles = findHandles(text).slice(0, MAX_MENTIONS)
  const named = handles.length > 0 ? await peopleOf({ db }, handles) : []
  const people = [...new Set([...named, ...(repliedTo ? [repliedTo] : [])])]
  await db.deleteFrom('responseMention').where('responseId', '=', id).execute()
  if (people.length === 0) return
  const rows = people.map((personId) => ({ responseId: id, personId }))
  await db.insertInto('responseMention').values(rows).execute()
}

async function peopleOf({ db }: Pick<Ctx, 'db'>, handles: string[]) {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('handle', 'in', handles)
    .where('disabledAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Participants first, then other people whose name or handle starts with `q`. */
export async function listMentionable(ctx: Ctx<Viewer>, ref: string, q: string): Promise<PersonCard[]> {
  const story = await findConversationStory(ctx, ref)
  const { hiddenAuthors } = await getVisibility(ctx, story)
  const participating = await shownCardsOf(ctx, [
    ...new Set([...story.writerIds, ...(await participants(ctx.db, story.id))]),
  ])
  const prefix = q.toLowerCase().replace(/^@/, '')
  const matches = ({ handle, name }: PersonCard) =>
    handle.startsWith(prefix) || ` ${name.toLowerCase()}`.includes(` ${prefix}`)
  const others = prefix === '' ? [] : await searchPeople(ctx, prefix)
  const people = new Map([...participating.filter(matches), ...others].map((person) => [person.id, person]))
  return [...people.values()]
    .filter(({ id }) => id !== ctx.viewer.id && !hiddenAuthors.includes(id))
    .slice(0, MAX_SUGGESTIONS)
}
