import { CARD_HEIGHT, CARD_WIDTH, storyCardPath } from '#contract/social-cards.ts'
import type { Story } from '#contract/reading.ts'
import type { Head } from '#site/page.ts'
import { insideScript } from '#site/page-data.ts'
import { tag } from './element.ts'
import { type SiteUrl, later, jsonLdOf } from './json-ld.ts'
import { canonicalOf } from './page-head.ts'

/** The tags for search engines and link previews, and structured data. None for a page that is not indexed. */
export function metaTags(head: Head, { site, home }: SiteUrl) {
  const url = canonicalOf(head, home)
  if (!url) return { tags: '', structuredData: '' }
  const { story, person } = head
  const image = home + (story ? storyCardPath(story, site) : '/cards/site.png').slice(1)
  const tags = [
    tag('link', { rel: 'canonical', href: url }),
    property('og:site_name', site.name),
    property('og:title', story?.title ?? head.title),
    property('og:type', kindOf(head)),
    property('og:url', url),
    head.description ? property('og:description', head.description) : '',
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(CARD_WIDTH)),
    property('og:image:height', String(CARD_HEIGHT)),
    property('og:image:alt', story ? story.title : site.name),
    named('twitter:card', 'summary_large_image'),
    site.socialCards.account ? named('twitter:site', site.socialCards.account) : '',
    ...(story ? storyTags(story, { site, home, path: head.path ?? '' }) : []),
    person ? property('profile:username', person.handle) : '',
    ...(site.switchedOff.includes('feeds') ? [] : feedLinks(head, home)),
  ]
  const things = jsonLdOf(head, { site, home }, { url, image })
  const structuredData = things.map(
    (thing) => `<script type="application/ld+json">${insideScript(JSON.stringify(thing))}</script>`,
  )
  return { tags: tags.join(''), structuredData: structuredData.join('') }
}

function property(name: string, content: string) {
  return tag('meta', { property: name, content })
}

export function named(name: string, content: string) {
  return tag('meta', { name, content })
}

function kindOf({ story, person }: Head) {
  if (story) return 'article'
  return person ? 'profile' : 'website'
}

function storyTags(story: Story, { site, home, path }: SiteUrl & { path: string }) {
  // Found by its own address: the canonical URL may be on another site, which has no embed for it.
  const embed = `${home}oembed?url=${encodeURIComponent(home + path.slice(1))}`
  const authors = [story.author, ...story.coAuthors]
  return [
    property('og:locale', story.language.replace('-', '_')),
    property('article:published_time', story.publishedAt),
    property('article:modified_time', later(story.publishedAt, story.updatedAt)),
    ...authors.map(({ handle }) => property('article:author', `${home}user/${handle}`)),
    story.category ? property('article:section', story.category.name) : '',
    ...story.tags.map(({ name }) => property('article:tag', name)),
    named('twitter:label1', 'Written by'),
    named('twitter:data1', authors.map(({ name }) => name).join(', ')),
    named('twitter:label2', 'Reading time'),
    named('twitter:data2', `${story.readingMinutes} min`),
    ...(site.switchedOff.includes('embeds')
      ? []
      : [
          alternate('application/json+oembed', `${embed}&format=json`, story.title),
          alternate('text/xml+oembed', `${embed}&format=xml`, story.title),
        ]),
  ]
}

function alternate(type: string, href: string, title: string) {
  return tag('link', { rel: 'alternate', type, href, title })
}

const feedFiles = [
  ['feed.xml', 'application/rss+xml', 'RSS'],
  ['atom.xml', 'application/atom+xml', 'Atom'],
  ['feed.json', 'application/feed+json', 'JSON Feed'],
] as const

function feedLinks({ feeds, title }: Head, home: string) {
  if (!feeds) return []
  const folder = feeds === '/' ? home : `${home}${feeds.slice(1)}/`
  return feedFiles.map(([file, type, name]) => alternate(type, folder + file, `${title} (${name})`))
}
