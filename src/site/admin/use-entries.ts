import { useEffect, useState } from 'react'
import type { Role } from '#contract/endpoint.ts'
import { titleOf, stateLabels } from '#site/stories/article-labels.ts'
import { isBuilt } from '#site/routes.ts'
import { useApi } from '#site/page.ts'
import { settingsSections } from './settings-sections.ts'
import { adminGroups } from './admin-links.ts'

export type Entry = { id: string; name: string; kind: string; icon: string; to: string; words?: string }

const PAUSE_MS = 150

/** `words` are found too, but not shown. */
const actions: readonly (Entry & { role?: Role })[] = [
  { id: 'review', name: 'Review submitted stories', kind: 'Action', icon: 'inbox', to: '/admin/articles' },
  { id: 'write', name: 'Write a story', kind: 'Action', icon: 'square-pen', to: '/articles/new', words: 'new' },
  { id: 'site', name: 'View the site', kind: 'Action', icon: 'external-link', to: '/', words: 'home' },
  {
    id: 'refused',
    name: 'Show refused admin actions',
    kind: 'Action',
    icon: 'shield-alert',
    to: '/admin/audit?outcome=refused',
    words: 'security audit denied',
    role: 'admin',
  },
]

/** Pages and actions at once; people and stories as the server finds them. */
export function useEntries(q: string, role: Role | undefined) {
  const api = useApi()
  const asked = q.trim()
  const [found, setFound] = useState<{ q: string; entries: Entry[]; failed: boolean }>({
    q: '',
    entries: [],
    failed: false,
  })

  useEffect(() => {
    if (asked === '') return
    let isCurrent = true
    async function find() {
      const entries = await findEntries(asked).catch(() => null)
      if (isCurrent) setFound({ q: asked, entries: entries ?? [], failed: entries === null })
    }
    async function findEntries(words: string): Promise<Entry[]> {
      const { people, articles } = await api('GET /api/admin/find', { query: { q: words } })
      return [
        ...people.map(({ id, name, handle }) => ({
          id,
          name,
          kind: `@${handle}`,
          icon: 'user',
          to: personUrl(id, role),
        })),
        ...articles.map((article) => ({
          id: article.id,
          name: titleOf(article),
          kind: stateLabels[article.state].name,
          icon: 'file-text',
          to: `/admin/articles/preview/${article.id}`,
        })),
      ]
    }
    const timer = setTimeout(() => void find(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, asked, role])

  const pages = adminGroups(role).flatMap(({ name: group, links }) =>
    links.map(({ to, name, icon }) => ({ id: to.replaceAll(/\W+/g, '-'), name, kind: group, icon, to })),
  )
  const settings = role === 'admin' ? settingsSections : []
  const screens = settings.map(({ to, name, words }) => ({
    id: to.replaceAll(/\W+/g, '-'),
    name,
    kind: 'Settings',
    icon: 'settings',
    to,
    words,
  }))
  const offered: Entry[] = [...actions.filter((action) => !action.role || action.role === role), ...pages, ...screens]
  const words = asked.toLowerCase().split(/\s+/)
  const matching = offered.filter(({ name, words: more = '', kind }) =>
    words.every((word) => `${name} ${more} ${kind}`.toLowerCase().includes(word)),
  )
  const entries = asked === '' ? offered : [...matching, ...(found.q === asked ? found.entries : [])]
  const isKnown = asked === '' || found.q === asked
  return { entries, isLoading: !isKnown, failed: isKnown && found.failed && asked !== '' }
}

function personUrl(id: string, role: Role | undefined) {
  return role === 'admin' && isBuilt('/admin/users') ? `/admin/users/${id}` : `/user/${id}`
}
