import type { Viewer } from '#contract/viewer.ts'
import type { PersonCard } from '#contract/people.ts'
import { searchPeople, shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { handlesIn } from './text-segments.ts'
import { participants } from './queries.ts'
import { sightOf } from './visibility.ts'
import { storyToTalkOf } from './story.ts'

/** Beyond these, handles are words: nobody calls a crowd together. */
export const MOST_MENTIONS = 20
const MOST_OFFERED = 8

/** Keeps who is mentioned in a text. `answered` counts as mentioned: a reply to a reply stands in somebody else's thread. */
export async function keepMentions({ db }: Pick<Ctx, 'db'>, id: string, text: string, answered: string | null = null) {
  const handles = handlesIn(text).slice(0, MOST_MENTIONS)
  const named = handles.length > 0 ? await peopleOf({ db }, handles) : []
  const people = [...new Set([...named, ...(answered ? [answered] : [])])]
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

/** Whom the viewer could mention: those of the conversation first, then everybody whose name or handle begins so. */
export async function mentionable(ctx: Ctx<Viewer>, ref: string, q: string): Promise<PersonCard[]> {
  const story = await storyToTalkOf(ctx, ref)
  const { unseen } = await sightOf(ctx, story)
  const here = await shownCardsOf(ctx, [...new Set([...story.writerIds, ...(await participants(ctx.db, story.id))])])
  const words = q.toLowerCase().replace(/^@/, '')
  const begins = ({ handle, name }: PersonCard) =>
    handle.startsWith(words) || ` ${name.toLowerCase()}`.includes(` ${words}`)
  const elsewhere = words === '' ? [] : await searchPeople(ctx, words)
  const people = new Map([...here.filter(begins), ...elsewhere].map((person) => [person.id, person]))
  return [...people.values()].filter(({ id }) => id !== ctx.viewer.id && !unseen.includes(id)).slice(0, MOST_OFFERED)
}
