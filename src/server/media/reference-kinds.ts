import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { isSitePageName, sitePages } from '#contract/site-pages/names.ts'
import { type Media, type MediaReferenceKind, mediaReferenceKinds } from '#contract/media.ts'
import {
  requireCanReplace,
  locateArticles,
  replaceCovers,
  rerenderTexts,
} from '#server/articles/publishing/replaced-media.ts'
import { setPhoto } from '#server/identity/profile.ts'
import { listPersonNames } from '#server/people/cards.ts'
import { setAvatar, setHeader } from '#server/people/profile-pictures.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { replaceSettingPictures } from '#server/settings/pictures.ts'
import { replaceCategoryPictures } from '#server/taxonomy/categories.ts'
import { AVATAR_WIDTH, type PictureRow, pictureOf } from './picture.ts'

type Update = {
  media: ReadonlySet<string>
  refs: string[]
  /** The current row; null when it was deleted. */
  row: PictureRow | null
}

type ReferenceKind = {
  /** Updates the picture in these references, or removes it. Inside a transaction. */
  update(ctx: Ctx, update: Update): Promise<void>
  /** Refuses when the viewer may not replace the picture there. */
  check?(ctx: Ctx<Viewer>, refs: string[]): Promise<void>
  /** The title and URL of each reference. */
  describe(ctx: Ctx, refs: string[]): Promise<Map<string, { title: string; address: string }>>
}

const referenceKinds: Partial<Record<MediaReferenceKind, ReferenceKind>> = {
  avatar: {
    async update(ctx, { refs, row }) {
      for (const id of refs) await setAvatarPicture(ctx, id, row)
    },
    describe: profilesOf,
  },
  header: {
    async update(ctx, { refs, row }) {
      for (const id of refs) await setHeader(ctx, id, row && pictureOf(row))
    },
    describe: profilesOf,
  },
  cover: {
    update: (ctx, { media, refs, row }) => replaceCovers(ctx, media, refs, row && pictureOf(row)),
    check: requireCanReplace,
    describe: locateArticles,
  },
  article: {
    update: (ctx, { media, refs }) => rerenderTexts(ctx, media, refs),
    check: requireCanReplace,
    describe: locateArticles,
  },
  category: {
    update: (ctx, { refs, row }) => replaceCategoryPictures(ctx, refs, row && pictureOf(row)),
    async check({ viewer }) {
      if (viewer.role === 'editor' || viewer.role === 'admin') return
      const message = 'This file is used in a category. Ask an editor, or add a new file to your library instead.'
      throw new Refusal('not-allowed', { message })
    },
    describe: categoriesOf,
  },
  banner: {
    // Pages read the picture from the library.
    async update({ invalidate }) {
      invalidate('sign-in-pictures')
    },
    async check({ viewer }) {
      if (!hasRole(viewer, 'editor')) throw new Refusal('not-allowed')
    },
    describe: describeSignInPictures,
  },
  setting: {
    update: (ctx, { refs, row }) => replaceSettingPictures(ctx, refs, row && pictureOf(row)),
    async check({ viewer }) {
      if (!hasRole(viewer, 'admin')) throw new Refusal('not-allowed')
    },
    async describe({ site }, keys) {
      const address = `${site.base}admin/settings/appearance`
      return new Map(keys.map((key) => [key, { title: 'Settings of the site', address }]))
    },
  },
  page: {
    // Pages are rendered when they are read, without media that was deleted.
    async update({ invalidate }, { refs }) {
      for (const page of refs) invalidate(`page:${page}`)
    },
    async check({ viewer }) {
      if (hasRole(viewer, 'admin')) return
      const message =
        'This file is used on a page of the site. Ask an admin, or add a new file to your library instead.'
      throw new Refusal('not-allowed', { message })
    },
    describe: describeSitePages,
  },
}

async function describeSitePages({ site }: Ctx, refs: string[]) {
  const described = new Map<string, { title: string; address: string }>()
  for (const page of refs.filter(isSitePageName)) {
    const { name, path } = sitePages[page]
    described.set(page, { title: name, address: site.base + path.slice(1) })
  }
  return described
}

async function categoriesOf({ db, site }: Ctx, ids: string[]) {
  const rows = await db.selectFrom('category').select(['id', 'name', 'slug']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name, slug }) => [id, { title: name, address: `${site.base}category/${slug}` }]))
}

async function describeSignInPictures({ db, site }: Ctx, ids: string[]) {
  const rows = await db.selectFrom('signInPicture').select(['id', 'quote']).where('id', 'in', ids).execute()
  const address = `${site.base}admin/auth-banners`
  return new Map(rows.map(({ id, quote }) => [id, { title: quote || 'Sign-in page', address }]))
}

async function profilesOf(ctx: Ctx, ids: string[]) {
  const people = await listPersonNames(ctx, ids)
  return new Map(people.map(({ id, name, handle }) => [id, { title: name, address: `${ctx.site.base}user/${handle}` }]))
}

/** Sets a person's picture on their profile and account. Inside a transaction. */
export async function setAvatarPicture(ctx: Ctx, personId: string, row: PictureRow | null) {
  const picture = row && pictureOf(row, AVATAR_WIDTH)
  const { uid } = await setAvatar(ctx, personId, picture)
  if (uid) await setPhoto(ctx, uid, picture)
}

type ReferenceRow = { kind: string; ref: string }

/** Updates every reference to these media, or removes it when `row` is null. Inside a transaction. */
export async function updateReferences(
  ctx: Ctx,
  mediaIds: string[],
  references: ReferenceRow[],
  row: PictureRow | null,
) {
  const media = new Set(mediaIds)
  for (const { handler, refs } of groupByKind(references)) await handler.update(ctx, { media, refs, row })
}

/** Refuses when the viewer may not replace one of the references. Inside a transaction. */
export async function checkMayReplaceReferences(ctx: Ctx<Viewer>, references: ReferenceRow[]) {
  for (const { handler, refs } of groupByKind(references)) await handler.check?.(ctx, refs)
}

function groupByKind(references: ReferenceRow[]) {
  return mediaReferenceKinds.flatMap((kind) => {
    const refs = [...new Set(references.filter((reference) => reference.kind === kind).map(({ ref }) => ref))]
    const handler = referenceKinds[kind]
    return handler && refs.length > 0 ? [{ kind, handler, refs }] : []
  })
}

/** Adds a title and a URL to each reference, in the same order. */
export async function describeReferences<Row extends ReferenceRow>(
  ctx: Ctx,
  references: Row[],
): Promise<(Media['uses'][number] & Row)[]> {
  const described = new Map<string, { title: string; address: string }>()
  for (const { kind, handler, refs } of groupByKind(references)) {
    for (const [ref, target] of await handler.describe(ctx, refs)) described.set(`${kind}:${ref}`, target)
  }
  return references.flatMap((reference) => {
    const kind = mediaReferenceKinds.find((known) => known === reference.kind)
    const target = described.get(`${reference.kind}:${reference.ref}`)
    return kind ? [{ ...reference, kind, title: target?.title ?? kind, address: target?.address ?? null }] : []
  })
}
