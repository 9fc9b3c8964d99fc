import type { DeviceName, PageKind, SourceName } from '#contract/analytics/analytics.ts'
import type { ShareChannel } from '#contract/analytics/events.ts'

/** What the values of dimensions are called on screen. */
export const sources: Record<SourceName, { name: string; icon: string }> = {
  direct: { name: 'Direct', icon: 'corner-down-right' },
  internal: { name: 'This site', icon: 'house' },
  search: { name: 'Search engines', icon: 'search' },
  social: { name: 'Social networks', icon: 'share-2' },
  mail: { name: 'Email', icon: 'mail' },
  assistant: { name: 'AI assistants', icon: 'sparkles' },
  campaign: { name: 'Campaigns', icon: 'megaphone' },
  link: { name: 'Other sites', icon: 'link' },
}

export const devices: Record<DeviceName, { name: string; icon: string }> = {
  desktop: { name: 'Desktop', icon: 'monitor' },
  phone: { name: 'Phone', icon: 'smartphone' },
  tablet: { name: 'Tablet', icon: 'tablet' },
  television: { name: 'Television', icon: 'tv' },
}

export const pages: Record<PageKind, string> = {
  'home': 'Home',
  'story': 'Stories',
  'topic': 'Topics',
  'list': 'Lists',
  'profile': 'Profiles',
  'search': 'Search',
  'membership': 'Membership',
  'sign-in': 'Sign-in',
  'other': 'Other pages',
}

export const channels: Record<ShareChannel, string> = {
  copy: 'Copied link',
  native: 'Share menu of the device',
  email: 'Email',
  x: 'X',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  other: 'Elsewhere',
}
