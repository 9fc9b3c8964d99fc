import type { Viewer } from '#contract/viewer.ts'
import { type Media, type MediaUse, mediaUses } from '#contract/media.ts'
import {
  requireCanReplace,
  locateArticles,
  replaceCovers,
  rerenderTexts,
} from '#server/articles/publishing/replaced-media.ts'
import { setPhoto } from '#server/identity/profile.ts'
import { listPersonNames } from '#server/people/cards.ts'
import { setAvatar } from '#server/people/profile-pictures.ts'
import { setHeader } from '#server/people/profile-pictures.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AVATAR_WIDTH, type PictureRow, pictureOf } from './picture.ts'

type Put = {
  media: ReadonlySet<string>
  refs: string[]
  /** As it is now; null when it is gone. */
  row: PictureRow | null
}

type Place = {
  /** Puts the picture into these places, or takes it away. Inside a transaction. */
  put(ctx: Ctx, what: Put): Promise<void>
  /** Refuses when the viewer may not put another picture into these places. */
  check?(ctx: Ctx<Viewer>, refs: string[]): Promise<void>
  /** What the places are called and where they are. */
  show(ctx: Ctx, refs: string[]): Promise<Map<string, { title: string; address: string }>>
}

/** Every kind of place that can hold a picture today. */
const places: Partial<Record<MediaUse, Place>> = {
  avatar: {
    async put(ctx, { refs, row }) {
      for (const id of refs) await putAvatar(ctx, id, row)
    },
    show: profilesOf,
  },
  header: {
    async put(ctx, { refs, row }) {
      for (const id of refs) await setHeader(ctx, id, row && pictureOf(row))
    },
    show: profilesOf,
  },
  cover: {
    put: (ctx, { media, refs, row }) => replaceCovers(ctx, media, refs, row && pictureOf(row)),
    check: requireCanReplace,
    show: locateArticles,
  },
  article: {
    put: (ctx, { media, refs }) => rerenderTexts(ctx, media, refs),
    check: requireCanReplace,
    show: locateArticles,
  },
}

async function profilesOf(ctx: Ctx, ids: string[]) {
  const people = await listPersonNames(ctx, ids)
  return new Map(people.map(({ id, name, handle }) => [id, { title: name, address: `${ctx.site.base}user/${handle}` }]))
}

/** The picture of a person, on their profile and on their account. Inside a transaction. */
export async function putAvatar(ctx: Ctx, personId: string, row: PictureRow | null) {
  const picture = row && pictureOf(row, AVATAR_WIDTH)
  const { uid } = await setAvatar(ctx, personId, picture)
  if (uid) await setPhoto(ctx, uid, picture)
}

type UseRow = { kind: string; ref: string }

/** Every place that uses one of these gets it as it is now, or goes without once it is gone. Inside a transaction. */
export async function putEverywhere(ctx: Ctx, mediaIds: string[], uses: UseRow[], row: PictureRow | null) {
  const media = new Set(mediaIds)
  for (const { place, refs } of usedPlaces(uses)) await place.put(ctx, { media, refs, row })
}

/** Refuses when it is used where the viewer may not put another. Inside a transaction. */
export async function checkPlaces(ctx: Ctx<Viewer>, uses: UseRow[]) {
  for (const { place, refs } of usedPlaces(uses)) await place.check?.(ctx, refs)
}

function usedPlaces(uses: UseRow[]) {
  return mediaUses.flatMap((kind) => {
    const refs = [...new Set(uses.filter((use) => use.kind === kind).map(({ ref }) => ref))]
    const place = places[kind]
    return place && refs.length > 0 ? [{ kind, place, refs }] : []
  })
}

/** The uses in the order they came, each with its title and address. */
export async function showUses<Row extends UseRow>(ctx: Ctx, uses: Row[]): Promise<(Media['uses'][number] & Row)[]> {
  const shown = new Map<string, { title: string; address: string }>()
  for (const { kind, place, refs } of usedPlaces(uses)) {
    for (const [ref, named] of await place.show(ctx, refs)) shown.set(`${kind}:${ref}`, named)
  }
  return uses.flatMap((use) => {
    const kind = mediaUses.find((known) => known === use.kind)
    const place = shown.get(`${use.kind}:${use.ref}`)
    return kind ? [{ ...use, kind, title: place?.title ?? kind, address: place?.address ?? null }] : []
  })
}
