import type { AdminSignInPicture, SignInPicture, SignInPictureFields } from '#contract/banners.ts'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { setMediaReferences } from '#server/media/media-references.ts'
import { findUsablePicture } from '#server/media/usable-picture.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { presentPicture, presentPictureForAdmin } from './present.ts'
import { type SignInPictureRow, signInPictures } from './queries.ts'

const MAX_PICTURES = 100

/** One for each day in turn: the page stays the same for everyone, so it can be cached and needs no script. */
function pictureOfDay<Row>(rows: readonly Row[], now: Date): Row | undefined {
  return rows[Math.floor(now.getTime() / DAY_MS) % rows.length]
}

/** What the sign-in pages show today. */
export async function getSignInPicture({ db, now, site, addCacheTags }: Ctx): Promise<SignInPicture | null> {
  addCacheTags('sign-in-pictures')
  const row = pictureOfDay((await signInPictures(db, { onlyEnabled: true })).filter(hasContent), now())
  if (!row) return null
  const { quote, attribution } = row
  return { picture: presentPicture(site.base, row), quote, attribution }
}

/** Its picture may have been deleted from the library. */
function hasContent({ media, quote }: SignInPictureRow) {
  return (media !== null && media.state !== 'failed') || quote !== ''
}

export async function listSignInPictures({ db, now, site }: Ctx): Promise<AdminSignInPicture[]> {
  const rows = await signInPictures(db)
  const today = pictureOfDay(
    rows.filter((row) => row.enabled && hasContent(row)),
    now(),
  )
  return rows.map((row) => presentPictureForAdmin(site.base, row, row === today))
}

export function createSignInPicture(ctx: Ctx<Viewer>, fields: SignInPictureFields) {
  return inTransaction(ctx, async (tx) => {
    const known = await lockAll(tx.db)
    if (known.length >= MAX_PICTURES) throw new Refusal('quota-exceeded', { most: MAX_PICTURES, message: tooMany })
    const id = newId()
    const position = Math.max(-1, ...known.map((row) => row.position)) + 1
    const times = { createdAt: tx.now(), updatedAt: tx.now() }
    await requirePicture(tx, fields.media, false)
    await tx.db
      .insertInto('signInPicture')
      .values({ id, ...columnsOf(fields), position, ...times })
      .execute()
    await setMediaReferences(tx, { kind: 'banner', ref: id }, fields.media ? [fields.media] : [])
    tx.invalidate('sign-in-pictures')
    await recordAudit(tx, { action: 'sign-in-picture.created', target: targetOf(id, fields), after: { ...fields } })
    return findOne(tx, id)
  })
}

const tooMany = `There can be up to ${MAX_PICTURES} pictures. Delete one to add another.`

export function updateSignInPicture(
  ctx: Ctx<Viewer>,
  id: string,
  { version, ...fields }: SignInPictureFields & { version: number },
) {
  return inTransaction(ctx, async (tx) => {
    const before = await lockOne(tx.db, id)
    if (before.version !== version) throw new Refusal('version-conflict', { current: await findOne(tx, id) })
    await requirePicture(tx, fields.media, fields.media === before.mediaId)
    await tx.db
      .updateTable('signInPicture')
      .set({ ...columnsOf(fields), version: before.version + 1, updatedAt: tx.now() })
      .where('id', '=', id)
      .execute()
    await setMediaReferences(tx, { kind: 'banner', ref: id }, fields.media ? [fields.media] : [])
    tx.invalidate('sign-in-pictures')
    const { mediaId: media, alt, decorative, quote, attribution, enabled } = before
    await recordAudit(tx, {
      action: 'sign-in-picture.updated',
      target: targetOf(id, fields),
      before: { media, alt, decorative, quote, attribution, enabled },
      after: { ...fields },
    })
    return findOne(tx, id)
  })
}

/** Pictures that are not listed, such as one that was added meanwhile, come last. */
export function reorderSignInPictures(ctx: Ctx<Viewer>, ids: string[]) {
  return inTransaction(ctx, async (tx) => {
    const before = (await lockAll(tx.db)).map((row) => row.id)
    const listed = [...new Set(ids)].filter((id) => before.includes(id))
    const after = [...listed, ...before.filter((id) => !listed.includes(id))]
    for (const [position, id] of after.entries())
      await tx.db.updateTable('signInPicture').set({ position }).where('id', '=', id).execute()
    tx.invalidate('sign-in-pictures')
    await recordAudit(tx, { action: 'sign-in-picture.reordered', before: { ids: before }, after: { ids: after } })
    return listSignInPictures(tx)
  })
}

export function deleteSignInPicture(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    const { mediaId: media, quote, attribution, enabled } = await lockOne(tx.db, id)
    await tx.db.deleteFrom('signInPicture').where('id', '=', id).execute()
    await setMediaReferences(tx, { kind: 'banner', ref: id }, [])
    tx.invalidate('sign-in-pictures')
    await recordAudit(tx, {
      action: 'sign-in-picture.deleted',
      target: targetOf(id, { quote }),
      before: { media, quote, attribution, enabled },
    })
    return { deleted: true as const }
  })
}

async function findOne(ctx: Ctx, id: string): Promise<AdminSignInPicture> {
  const found = (await listSignInPictures(ctx)).find((one) => one.id === id)
  if (!found) throw new Refusal('not-found')
  return found
}

/** In their order. Serializes changes of the order. */
function lockAll(db: Db) {
  return db
    .selectFrom('signInPicture')
    .select(['id', 'position'])
    .orderBy('position')
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function lockOne(db: Db, id: string) {
  const row = await db.selectFrom('signInPicture').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not-found')
  return row
}

async function requirePicture(tx: Ctx<Viewer>, media: string | null, used: boolean) {
  if (media === null || (await findUsablePicture(tx, media, used))) return
  const message = 'This picture is no longer in the library. Choose another.'
  throw new Refusal('invalid', { issues: [{ path: ['body', 'media'], message }] })
}

function columnsOf({ media, focus, ...rest }: SignInPictureFields) {
  return { ...rest, mediaId: media, focusX: focus?.x ?? null, focusY: focus?.y ?? null }
}

function targetOf(id: string, { quote }: { quote: string }) {
  return { kind: 'sign-in-picture', id, name: quote }
}
