import type { Role } from '#contract/endpoint.ts'
import { builtLinks } from '#site/chrome/nav-links.ts'

export type AdminLink = { to: string; name: string; icon: string; role?: Role }

const groups: readonly { name: string; links: readonly AdminLink[] }[] = [
  {
    name: 'Stories',
    links: [
      { to: '/admin/articles', name: 'Articles', icon: 'file-text' },
      { to: '/admin/articles/placeholderfornew', name: 'Templates', icon: 'notepad-text' },
      { to: '/library?of=everybody', name: 'Pictures', icon: 'images' },
    ],
  },
  {
    name: 'Topics',
    links: [
      { to: '/admin/category', name: 'Categories', icon: 'library' },
      { to: '/admin/tags', name: 'Tags', icon: 'tags' },
      { to: '/admin/topics', name: 'Followed topics', icon: 'compass' },
    ],
  },
  {
    name: 'Community',
    links: [
      { to: '/admin/responses', name: 'Moderation', icon: 'messages-square' },
      { to: '/admin/users', name: 'People', icon: 'users', role: 'admin' },
      { to: '/admin/membership', name: 'Membership', icon: 'badge-check', role: 'admin' },
      { to: '/admin/rewards', name: 'Rewards', icon: 'cherry', role: 'admin' },
      { to: '/admin/earnings', name: 'Earnings', icon: 'wallet', role: 'admin' },
    ],
  },
  {
    name: 'Figures',
    links: [
      { to: '/admin/analytics', name: 'Analytics', icon: 'chart-line', role: 'admin' },
      { to: '/admin/analytics/site', name: 'Site analytics', icon: 'chart-pie', role: 'admin' },
    ],
  },
  {
    name: 'Site',
    links: [
      { to: '/admin/banner', name: 'Announcements', icon: 'megaphone' },
      { to: '/admin/auth-banners', name: 'Sign-in pictures', icon: 'image' },
      { to: '/admin/settings', name: 'Settings', icon: 'settings', role: 'admin' },
      { to: '/admin/webhooks', name: 'Webhooks', icon: 'webhook', role: 'admin' },
    ],
  },
  {
    name: 'System',
    links: [
      { to: '/admin/jobs', name: 'Jobs', icon: 'list-checks', role: 'admin' },
      { to: '/admin/mail', name: 'Mail', icon: 'mail', role: 'admin' },
      { to: '/admin/backups', name: 'Backups', icon: 'archive', role: 'admin' },
      { to: '/admin/system', name: 'System', icon: 'server', role: 'admin' },
      { to: '/admin/audit', name: 'Audit log', icon: 'scroll-text', role: 'admin' },
    ],
  },
]

/** The groups of the navigation that have built pages for this role. */
export function adminGroups(role: Role | undefined) {
  return groups.flatMap(({ name, links }) => {
    const shown = builtLinks(links).filter((link) => link.role === undefined || link.role === role)
    return shown.length > 0 ? { name, links: shown } : []
  })
}
