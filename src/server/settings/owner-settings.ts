import { z } from 'zod'
import { BackupSchedule } from '#contract/backup.ts'
import { MAX_LINKS_PER_RESPONSE } from '#contract/constants.ts'
import { SettingValues } from '#contract/settings/settings.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const BlockedWord = z.string().trim().min(1).max(60)

function splitList(given: unknown) {
  return typeof given === 'string' ? given.split(',').filter((word) => word.trim() !== '') : given
}

/** `true` or `false` from the command line. */
function toBoolean(given: unknown) {
  return given === 'true' || (given === 'false' ? false : given)
}

const { shape } = SettingValues

/** JSON on the command line. */
export const parsedJson = (given: unknown) => (typeof given === 'string' ? parseJson(given) : given)

/** Settings that no page shows. Values from the command line are text. */
export const OwnerSettings = z.object({
  'signUp.mode': shape['signUp.mode'].default('open'),
  'signUp.domains': z.preprocess(splitList, shape['signUp.domains']).default([]),
  'authorAfter': shape.authorAfter.default(3),
  'review.authorsPublish': z.preprocess(toBoolean, shape['review.authorsPublish']).default(true),
  'responses.onNewStories': z.preprocess(toBoolean, shape['responses.onNewStories']).default(true),
  'responses.closeAfterDays': shape['responses.closeAfterDays'].default(0),
  'membership.freeStories': shape['membership.freeStories'].default(3),
  'membership.graceDays': shape['membership.graceDays'].default(7),
  'membership.creatorShare': shape['membership.creatorShare'].default(50),
  'membership.seller': z
    .preprocess(parsedJson, shape['membership.seller'])
    .default({ name: '', address: '', country: '', taxId: '', email: '', taxName: 'VAT', taxPercent: 0 }),
  /** Whose first response is held for moderation: no one's, that of accounts younger than a day, or everyone's. */
  'responses.holdFirst': z.enum(['never', 'new', 'always']).default('new'),
  /** Responses that contain one of these words are held too. Comma-separated on the command line. */
  'responses.blockedWords': z.preprocess(splitList, z.array(BlockedWord).max(1000)).default([]),
  /** Responses that link to one of these domains or their subdomains are held too. Comma-separated on the command line. */
  'responses.blockedDomains': z.preprocess(splitList, z.array(z.string().trim().min(1).max(253)).max(1000)).default([]),
  /** Responses with more links are held. */
  'responses.maxLinks': z.coerce.number().int().min(0).max(100).default(MAX_LINKS_PER_RESPONSE),
  /** Open reports that hold a response; 0 for never. */
  'responses.reportsToHold': z.coerce.number().int().min(0).max(100).default(3),
  /** Whether the set-up checklist of the admin area is hidden. */
  'setup.dismissed': z.boolean().default(false),
  'backup.schedule': z.preprocess(parsedJson, BackupSchedule).default({ every: 'off', hour: 3, keep: 7 }),
  /** What reviewers tick by hand, besides the automatic checks. */
  'review.checklist': z
    .preprocess(parsedJson, shape['review.checklist'])
    .default([
      'Facts, names and numbers are correct',
      'Sources are named and quotes are accurate',
      'We may use the pictures and texts of others',
      'Spelling and grammar are correct',
      'The title and the excerpt say what the story is about',
    ]),
})
export type OwnerSettings = z.infer<typeof OwnerSettings>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export async function getSetting<Key extends keyof OwnerSettings>({ db }: Pick<Ctx, 'db'>, key: Key) {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return OwnerSettings.parse(row ? { [key]: row.value } : {})[key]
}

/** Several settings in one query. */
export async function getSettings(
  { db }: Pick<Ctx, 'db'>,
  keys: readonly (keyof OwnerSettings)[],
): Promise<OwnerSettings> {
  const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'in', keys).execute()
  return OwnerSettings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}
