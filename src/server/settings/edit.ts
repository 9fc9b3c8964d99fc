import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#contract/errors.ts'
import { SettingValues, type SettingChanges, type Settings, type StoredSettings } from '#contract/settings/settings.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { setMediaReferences } from '#server/media/media-references.ts'
import { findUsablePicture } from '#server/media/usable-picture.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { settingPicturesById } from './pictures.ts'
import { lockSettings, settingPictures } from './queries.ts'
import { updateSetting } from './site.ts'
import { type AllSettings, parseSettings } from './stored.ts'

const editable = SettingValues.keyof().options

export async function getStoredSettings({ db, site: { base } }: Ctx): Promise<StoredSettings> {
  const [rows, pictures] = await Promise.all([
    db.selectFrom('setting').select(['key', 'value', 'version']).where('key', 'in', editable).execute(),
    settingPictures(db).execute(),
  ])
  const find = settingPicturesById(base, pictures)
  return {
    values: present(parseSettings(rows), find),
    defaults: present(parseSettings([]), find),
    versions: versionsOf(rows),
  }
}

function versionsOf(rows: readonly { key: string; version: number }[]): Record<string, number> {
  return { ...Object.fromEntries(editable.map((key) => [key, 0])), ...Object.fromEntries(rows.map(toEntry)) }
}

function toEntry({ key, version }: { key: string; version: number }): [string, number] {
  return [key, version]
}

function present(settings: AllSettings, find: ReturnType<typeof settingPicturesById>): Settings {
  const { logo, icon, socialCards, ...others } = settings
  return {
    ...others,
    logo: find(logo),
    icon: find(icon),
    socialCards: { ...socialCards, picture: find(socialCards.picture) },
  }
}

/** Refuses the whole change if another admin has changed one of these settings meanwhile. */
export async function updateSettings(
  ctx: Ctx<Viewer>,
  { changes, versions }: { changes: SettingChanges; versions: Record<string, number> },
): Promise<StoredSettings> {
  const keys = editable.filter((key) => changes[key] !== undefined)
  if (keys.length > 0) await inTransaction(ctx, (tx) => applyChanges(tx, keys, { changes, versions }))
  return getStoredSettings(ctx)
}

async function applyChanges(
  tx: Ctx<Viewer>,
  keys: readonly (keyof SettingChanges)[],
  { changes, versions }: { changes: SettingChanges; versions: Record<string, number> },
) {
  // A setting that was never changed has no row to lock.
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx.db)
  const rows = await lockSettings(tx.db, keys)
  const before = parseSettings(rows)
  const current = versionsOf(rows)
  const conflicts = keys.filter((key) => versions[key] !== current[key])
  if (conflicts.length > 0) {
    throw new Refusal('version-conflict', {
      keys: conflicts,
      message: 'Another admin has changed these settings since you opened this page.',
    })
  }
  await requirePictures(tx, changes, before)
  for (const key of keys) {
    if (isDeepStrictEqual(changes[key], before[key])) continue
    await updateSetting(tx, key, changes[key])
    await recordAudit(tx, {
      action: 'setting.changed',
      target: { kind: 'setting', id: key },
      before: { value: before[key] },
      after: { value: changes[key] },
    })
  }
}

/** Stores which pictures of the library are in use, and refuses others. */
async function requirePictures(tx: Ctx<Viewer>, changes: SettingChanges, before: AllSettings) {
  const chosen = [
    { key: 'logo', media: changes.logo, used: before.logo },
    { key: 'icon', media: changes.icon, used: before.icon },
    { key: 'socialCards', media: changes.socialCards?.picture, used: before.socialCards.picture },
  ]
  for (const { key, media, used } of chosen) {
    if (media === undefined) continue
    const picture = media === null ? null : await findUsablePicture(tx, media, media === used)
    if (media !== null && !picture) throw invalid(key, 'This picture is not in the library. Choose another.')
    if (key === 'icon' && picture && !picture.src.startsWith('/')) {
      throw invalid(key, 'Icons are made from pictures that this site stores. This one is stored by another service.')
    }
    await setMediaReferences(tx, { kind: 'setting', ref: key }, media === null ? [] : [media])
  }
}

function invalid(key: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', 'changes', key], message }] })
}
