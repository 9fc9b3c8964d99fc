import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Domain, Id, Picture } from '#contract/shapes.ts'
import { features, signUpModes } from './features.ts'
import { MAX_CHECKLIST_ITEMS, MAX_CHECKLIST_TEXT } from './limits.ts'
import { SiteSettings } from './site.ts'

/** A picture of the library that the site uses. */
export const SettingPicture = z.object({ media: Id, picture: Picture })
export type SettingPicture = z.infer<typeof SettingPicture>

const { name, tagline, accent, navigation, footer, socialCards } = SiteSettings.shape

/** The settings that admins change in the browser, by key. */
export const Settings = z.object({
  name,
  tagline,
  'logo': SettingPicture.nullable(),
  'icon': SettingPicture.nullable(),
  accent,
  navigation,
  footer,
  'socialCards': socialCards.extend({ picture: SettingPicture.nullable() }),
  'switchedOff': z.array(z.enum(features)),
  'signUp.mode': z.enum(signUpModes),
  /** Only addresses of these domains can sign up; empty for all. An invitation counts more. */
  'signUp.domains': z.array(Domain).max(200),
  /** Number of approved submissions after which a reader becomes an author; 0 for never. */
  'authorAfter': z.coerce.number().int().min(0).max(1000),
  /** Whether authors publish without review. */
  'review.authorsPublish': z.boolean(),
  /** What reviewers tick for each submission. */
  'review.checklist': z.array(z.string().trim().min(1).max(MAX_CHECKLIST_TEXT)).max(MAX_CHECKLIST_ITEMS),
  /** Whether new stories take responses. */
  'responses.onNewStories': z.boolean(),
  /** Days after which a story takes no more responses; 0 for never. */
  'responses.closeAfterDays': z.coerce.number().int().min(0).max(3650),
  /** Members' stories that everyone can read each month. */
  'membership.freeStories': z.coerce.number().int().min(0).max(100),
  /** The grace period: days in which a failed payment can be retried before the membership ends. */
  'membership.graceDays': z.coerce.number().int().min(1).max(60),
  /** The part of the membership revenue that creators share, in percent. */
  'membership.creatorShare': z.coerce.number().int().min(0).max(100),
  /** Who sells memberships, as receipts print it, and the tax that prices include. */
  'membership.seller': z.object({
    name: z.string().trim().max(120),
    address: z.string().trim().max(500),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^([A-Z]{2})?$/, 'Enter a country code such as DE.'),
    taxId: z.string().trim().max(40),
    email: z.string().trim().max(320),
    taxName: z.string().trim().max(20),
    taxPercent: z.number().min(0).max(50),
  }),
})
export type Settings = z.infer<typeof Settings>
export type SettingKey = keyof Settings

/** The same as it is stored: pictures by their id in the library. */
export const SettingValues = Settings.extend({
  logo: Id.nullable(),
  icon: Id.nullable(),
  socialCards: socialCards.extend({ picture: Id.nullable() }),
})
export const SettingChanges = SettingValues.partial()
export type SettingChanges = z.infer<typeof SettingChanges>

export const StoredSettings = z.object({
  values: Settings,
  defaults: Settings,
  /** How often each setting was changed, by key; 0 for one that never was. */
  versions: z.record(z.string(), z.int()),
})
export type StoredSettings = z.infer<typeof StoredSettings>

export const settingsEndpoints = {
  'GET /api/admin/settings': {
    access: 'admin',
    says: 'Returns the site settings with their defaults and versions.',
    reply: StoredSettings,
  },
  'PATCH /api/admin/settings': {
    access: 'admin',
    says: 'Changes settings. Send the version of each changed setting; refused if another admin has changed one.',
    body: z.object({ changes: SettingChanges.strict(), versions: z.record(z.string(), z.int().min(0)) }),
    reply: StoredSettings,
  },
} satisfies EndpointTable
