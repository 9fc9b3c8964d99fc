import type { Selectable, Updateable } from 'kysely'
import type { DraftFields } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { findUsablePicture } from '#server/media/usable-picture.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { tagSlug } from '#contract/taxonomy/topic-rules.ts'
import { categoryBySlug } from '#server/stories/topics.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { bodyColumns } from '#server/articles/columns.ts'
import { requireFreeSlug, normalizeSlug } from '#server/articles/publishing/slugs.ts'

/** Over the wire, a field that was not sent may be present as undefined. */
export type PartialFields = { [Field in keyof DraftFields]?: DraftFields[Field] | undefined }
export type DraftColumns = Omit<Updateable<Tables['draft']>, 'articleId' | 'version'>
export type Cover = NonNullable<Selectable<Tables['draft']>['cover']>
type CurrentDraft = { id: string; slug: string; cover: Cover | null }

/** Validates the fields. `media` lists the media ids that the body references, or is null when no body was sent. */
export async function toDraftColumns(ctx: Ctx<Viewer>, fields: PartialFields, before: CurrentDraft) {
  const { title, subtitle, body, cover, category, tags, slug, canonical, ...plain } = fields
  const columns: DraftColumns = definedFields(plain)
  if (title !== undefined) columns.title = collapseWhitespace(title)
  if (subtitle !== undefined) columns.subtitle = collapseWhitespace(subtitle)
  if (canonical !== undefined) columns.canonicalUrl = canonical
  if (category !== undefined) columns.categoryId = category === null ? null : await findCategoryId(ctx, category)
  if (tags !== undefined) columns.tags = distinctTags(tags)
  if (slug !== undefined) columns.slug = slug === null ? null : await validateSlug(ctx, before, slug)
  if (cover !== undefined) {
    const chosen = cover && (await resolveCover(ctx, cover, before.cover))
    columns.cover = chosen && JSON.stringify(chosen)
  }
  const prepared = body && (await prepareDocument(ctx, body))
  return { columns: { ...columns, ...(prepared && bodyColumns(prepared)) }, media: prepared?.media ?? null }
}

/** Undefined fields stay unchanged. */
function definedFields(fields: object) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export function collapseWhitespace(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

async function findCategoryId({ db }: Ctx, slug: string) {
  const row = await categoryBySlug(db, slug)
  if (!row) throw invalid(['category'], 'This category does not exist.')
  return row.id
}

/** Names with the same slug are one tag. */
function distinctTags(names: string[]) {
  const bySlug = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const slug = tagSlug(name)
    if (!slug) throw invalid(['tags', String(index)], 'A tag must contain a letter or a digit.')
    if (!bySlug.has(slug)) bySlug.set(slug, collapseWhitespace(name))
  }
  return [...bySlug.values()]
}

async function validateSlug(ctx: Ctx, { id, slug: current }: CurrentDraft, requested: string) {
  const slug = normalizeSlug(requested)
  if (slug !== current) await requireFreeSlug(ctx, id, slug)
  return slug
}

type CoverInput = NonNullable<DraftFields['cover']>

async function resolveCover(
  ctx: Ctx<Viewer>,
  { media, focus, ...rest }: CoverInput,
  before: Cover | null,
): Promise<Cover> {
  // JSON can encode a lone surrogate, which PostgreSQL rejects.
  const alt = rest.alt.replace(/\p{Surrogate}/gu, '\ufffd')
  const isUnchanged = before?.media === media
  if (media === null) {
    if (!before || !isUnchanged) throw invalid(['cover', 'media'], 'Choose a picture from the library.')
    return { media, alt, focus, picture: before.picture }
  }
  // A co-author may keep a picture from another author's library.
  const picture = await findUsablePicture(ctx, media, isUnchanged)
  if (!picture) throw invalid(['cover', 'media'], 'This picture is not in the library.')
  return { media, alt, focus, picture }
}

function invalid(path: string[], message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', ...path], message }] })
}
