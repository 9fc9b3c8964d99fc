import type { SettingKey, Settings } from '#contract/settings/settings.ts'
import { featureNames, signUpNames } from './labels.ts'

export const settingNames: Record<SettingKey, string> = {
  'name': 'Name',
  'tagline': 'Tagline',
  'logo': 'Logo',
  'icon': 'Icon',
  'accent': 'Accent colour',
  'navigation': 'Navigation',
  'footer': 'Footer',
  'socialCards': 'Social cards',
  'switchedOff': 'Features',
  'signUp.mode': 'Who can sign up',
  'signUp.domains': 'Allowed domains',
  'authorAfter': 'Approved stories until a reader becomes an author',
  'review.authorsPublish': 'Authors publish without review',
  'review.checklist': 'Review checklist',
  'responses.onNewStories': 'New stories take responses',
  'responses.closeAfterDays': 'Close responses after',
  'membership.freeStories': 'Free members’ stories a month',
  'membership.graceDays': 'Grace period in days',
  'membership.creatorShare': 'Creators’ share of revenue',
  'membership.seller': 'Seller on receipts',
}

export const settingKeys = Object.keys(settingNames).filter((key): key is SettingKey => key in settingNames)

/** The value in words. */
export function describeSetting(settings: Settings, key: SettingKey): string {
  const { footer, navigation, socialCards, switchedOff } = settings
  const texts: Record<SettingKey, () => string> = {
    'name': () => settings.name,
    'tagline': () => settings.tagline || 'none',
    'logo': () => (settings.logo ? 'a picture' : 'the site’s name'),
    'icon': () => (settings.icon ? 'a picture' : 'the blackberry'),
    'accent': () => settings.accent,
    'navigation': () => listLinks(navigation),
    'footer': () => `${footer.text || 'the tagline'}; ${listLinks(footer.links)}`,
    'socialCards': () =>
      [
        socialCards.covers ? 'with covers' : 'without covers',
        socialCards.picture ? 'a picture' : 'no picture',
        socialCards.account || 'no account',
      ].join(', '),
    'switchedOff': () =>
      switchedOff.length === 0 ? 'all on' : `off: ${switchedOff.map((feature) => featureNames[feature]).join(', ')}`,
    'signUp.mode': () => signUpNames[settings['signUp.mode']].toLowerCase(),
    'signUp.domains': () => settings['signUp.domains'].join(', ') || 'all domains',
    'authorAfter': () => (settings.authorAfter === 0 ? 'never' : String(settings.authorAfter)),
    'review.authorsPublish': () => (settings['review.authorsPublish'] ? 'yes' : 'no'),
    'review.checklist': () => settings['review.checklist'].join(' · ') || 'no items',
    'responses.onNewStories': () => (settings['responses.onNewStories'] ? 'yes' : 'no'),
    'responses.closeAfterDays': () => describeDays(settings['responses.closeAfterDays']),
    'membership.freeStories': () => String(settings['membership.freeStories']),
    'membership.graceDays': () => describeDays(settings['membership.graceDays']),
    'membership.creatorShare': () => `${settings['membership.creatorShare']} %`,
    'membership.seller': () => settings['membership.seller'].name || 'the site’s name',
  }
  return texts[key]()
}

function listLinks(links: Settings['navigation']) {
  if (links === null) return 'the site’s own links'
  return links.map(({ name }) => name).join(', ') || 'no links'
}

function describeDays(days: number) {
  if (days === 0) return 'never'
  return days === 1 ? '1 day' : `${days} days`
}
