import type { Selectable, Updateable } from 'kysely'
import type { DraftFields } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { choosePicture } from '#server/media/choose.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { tagSlug } from '#server/taxonomy/create.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { preparedColumns } from './prepared-columns.ts'
import { checkSlug, tidySlug } from '#server/articles/publishing/slugs.ts'

/** As they come over the wire: what was not sent may also be there without a value. */
export type SomeFields = { [Field in keyof DraftFields]?: DraftFields[Field] | undefined }
export type Columns = Omit<Updateable<Tables['draft']>, 'articleId' | 'version'>
export type Cover = NonNullable<Selectable<Tables['draft']>['cover']>
type Before = { id: string; slug: string; cover: Cover | null }

/** What a writer sent as columns of the working copy, checked; and what its text uses of the library, when it was sent. */
export async function columnsOf(ctx: Ctx<Viewer>, fields: SomeFields, before: Before) {
  const { title, subtitle, body, cover, category, tags, slug, canonical, ...plain } = fields
  const columns: Columns = given(plain)
  if (title !== undefined) columns.title = oneLine(title)
  if (subtitle !== undefined) columns.subtitle = oneLine(subtitle)
  if (canonical !== undefined) columns.canonicalUrl = canonical
  if (category !== undefined) columns.categoryId = category === null ? null : await categoryId(ctx, category)
  if (tags !== undefined) columns.tags = distinctTags(tags)
  if (slug !== undefined) columns.slug = slug === null ? null : await wantedSlug(ctx, before, slug)
  if (cover !== undefined) {
    const chosen = cover && (await coverOf(ctx, cover, before.cover))
    columns.cover = chosen && JSON.stringify(chosen)
  }
  const prepared = body && (await prepareDocument(ctx, body))
  return { columns: { ...columns, ...(prepared && preparedColumns(prepared)) }, media: prepared?.media ?? null }
}

/** What has a value; the others keep what they have. */
function given(fields: object) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

async function categoryId({ db }: Ctx, slug: string) {
  const row = await db.selectFrom('category').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!row) throw invalid(['category'], 'There is no such category.')
  return row.id
}

/** Names that make the same tag are one. */
function distinctTags(names: string[]) {
  const bySlug = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const slug = tagSlug(name)
    if (!slug) throw invalid(['tags', String(index)], 'A tag needs a letter or a digit.')
    if (!bySlug.has(slug)) bySlug.set(slug, oneLine(name))
  }
  return [...bySlug.values()]
}

async function wantedSlug(ctx: Ctx, { id, slug: current }: Before, wanted: string) {
  const slug = tidySlug(wanted)
  if (slug !== current) await checkSlug(ctx, id, slug)
  return slug
}

type SentCover = NonNullable<DraftFields['cover']>

async function coverOf(ctx: Ctx<Viewer>, { media, focus, ...words }: SentCover, before: Cover | null): Promise<Cover> {
  // PostgreSQL takes no half of a surrogate pair, which JSON can spell.
  const alt = words.alt.replace(/\p{Surrogate}/gu, '\ufffd')
  const kept = before?.media === media
  if (media === null) {
    if (!before || !kept) throw invalid(['cover', 'media'], 'Choose a picture of the library.')
    return { media, alt, focus, picture: before.picture }
  }
  // Whoever writes with others may keep the picture that one of them chose.
  const picture = await choosePicture(ctx, media, kept)
  if (!picture) throw invalid(['cover', 'media'], 'That picture is not in the library.')
  return { media, alt, focus, picture }
}

function invalid(path: string[], message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', ...path], message }] })
}
