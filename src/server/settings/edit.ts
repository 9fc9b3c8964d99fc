import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#contract/errors.ts'
import {
  SettingValues,
  type SettingChanges,
  type SettingPicture,
  type Settings,
  type StoredSettings,
} from '#contract/settings/settings.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { parsedJson } from './owner-settings.ts'
import { type PictureStore, presentPicture, resolvePictures } from './pictures.ts'
import { lockSettings } from './queries.ts'
import { updateSetting } from './site.ts'
import { type AllSettings, parseSettings } from './stored.ts'

const editable = SettingValues.keyof().options

export async function getStoredSettings({ db, site: { base } }: Ctx): Promise<StoredSettings> {
  const rows = await db.selectFrom('setting').select(['key', 'value', 'version']).where('key', 'in', editable).execute()
  return {
    values: present(parseSettings(rows), base),
    defaults: present(parseSettings([]), base),
    versions: versionsOf(rows),
  }
}

function versionsOf(rows: readonly { key: string; version: number }[]): Record<string, number> {
  return { ...Object.fromEntries(editable.map((key) => [key, 0])), ...Object.fromEntries(rows.map(toEntry)) }
}

function toEntry({ key, version }: { key: string; version: number }): [string, number] {
  return [key, version]
}

function present({ logo, icon, socialCards, ...others }: AllSettings, base: string): Settings {
  return {
    ...others,
    logo: presentPicture(base, logo),
    icon: presentPicture(base, icon),
    socialCards: { ...socialCards, picture: presentPicture(base, socialCards.picture) },
  }
}

type Wanted = { changes: SettingChanges; versions: Record<string, number> }

/** Refuses the whole change if another admin has changed one of these settings meanwhile. */
export async function updateSettings(
  ctx: Ctx<Viewer>,
  pictures: PictureStore,
  wanted: Wanted,
): Promise<StoredSettings> {
  const keys = editable.filter((key) => wanted.changes[key] !== undefined)
  if (keys.length > 0) await inTransaction(ctx, (tx) => applyChanges(tx, pictures, keys, wanted))
  return getStoredSettings(ctx)
}

async function applyChanges(
  tx: Ctx<Viewer>,
  pictures: PictureStore,
  keys: readonly (keyof SettingChanges)[],
  { changes, versions }: Wanted,
) {
  const rows = await lockStored(tx, keys)
  const before = parseSettings(rows)
  const current = versionsOf(rows)
  const conflicts = keys.filter((key) => versions[key] !== current[key])
  if (conflicts.length > 0) {
    throw new Refusal('version-conflict', {
      keys: conflicts,
      message: 'These settings have changed since you opened this page.',
    })
  }
  const after = { ...changes, ...(await resolvePictures(tx, pictures, changes, before)) }
  for (const key of keys) {
    if (!isDeepStrictEqual(after[key], before[key])) await storeChange(tx, key, before[key], after[key])
  }
}

/** Changes one setting from the command line, where values are text. Pictures are chosen in the browser. */
export function setSetting(ctx: Ctx, key: string, text: string | undefined) {
  return inTransaction(ctx, async (tx) => {
    const before = parseSettings(await lockStored(tx, [key]))
    const wanted = key === 'socialCards' ? withPicture(parsedJson(text), before.socialCards.picture) : text
    return storeChange(tx, key, new Map<string, unknown>(Object.entries(before)).get(key), wanted)
  })
}

function withPicture(socialCards: unknown, picture: SettingPicture | null) {
  return typeof socialCards === 'object' ? { ...socialCards, picture } : socialCards
}

async function lockStored({ db }: Pick<Ctx, 'db'>, keys: readonly string[]) {
  // A setting that was never changed has no row to lock.
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(db)
  return lockSettings(db, keys)
}

/** Returns the value as it is stored. */
async function storeChange(tx: Ctx, key: string, before: unknown, wanted: unknown) {
  const after = await updateSetting(tx, key, wanted)
  await recordAudit(tx, {
    action: 'setting.changed',
    target: { kind: 'setting', id: key },
    before: { value: before },
    after: { value: after },
  })
  return after
}
