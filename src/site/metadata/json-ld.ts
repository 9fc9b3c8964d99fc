import type { Person, PersonCard } from '#contract/people.ts'
import type { CategoryCard, Story } from '#contract/reading.ts'
import type { Site } from '#contract/settings/site.ts'
import type { Head } from '#site/page.ts'

/** The site's name and words, and its address with the slash at its end. */
export type SiteUrl = { site: Site; home: string }

type Thing = Record<string, unknown>

/** What a page is about, in the words of schema.org. Only the server asks: browsers have no use for it. */
export function jsonLdOf(head: Head, place: SiteUrl, facts: { url: string; image: string }): Thing[] {
  const { story, category, person, path } = head
  if (story) return [article(story, place, facts), crumbs(place, story.category, story.title)].map(inContext)
  if (category) return [crumbs(place, null, category.name)].map(inContext)
  if (person) return [profile(person, place, facts.url)].map(inContext)
  return path === '/' ? [website(place)].map(inContext) : []
}

function inContext(thing: Thing): Thing {
  return { '@context': 'https://schema.org', ...thing }
}

function article(story: Story, place: SiteUrl, { url, image }: { url: string; image: string }): Thing {
  const { site, home } = place
  return {
    '@type': 'Article',
    'headline': story.title,
    'description': story.seoDescription || story.subtitle || story.excerpt || undefined,
    'image': [image, ...(story.cover ? [absolute(home, story.cover.src)] : [])],
    'datePublished': story.publishedAt,
    'dateModified': later(story.publishedAt, story.updatedAt),
    'author': [story.author, ...story.coAuthors].map((author) => personThing(author, place)),
    'publisher': {
      '@type': 'Organization',
      'name': site.name,
      'url': home,
      'logo': { '@type': 'ImageObject', 'url': `${home}icon-512.png`, 'width': 512, 'height': 512 },
    },
    'mainEntityOfPage': { '@type': 'WebPage', '@id': url },
    'url': url,
    'inLanguage': story.language,
    'articleSection': story.category?.name,
    'keywords': story.tags.map(({ name }) => name),
    'wordCount': story.wordCount,
    'isAccessibleForFree': !story.walled,
    // The wall stands for the hidden part, which no page contains.
    ...(story.walled && {
      hasPart: { '@type': 'WebPageElement', 'isAccessibleForFree': false, 'cssSelector': '.members-only' },
    }),
  }
}

function profile(person: Person, place: SiteUrl, url: string): Thing {
  const { joinedAt, stories } = person
  return {
    '@type': 'ProfilePage',
    'url': url,
    'dateCreated': joinedAt,
    'mainEntity': {
      ...personThing(person, place),
      identifier: person.id,
      alternateName: person.handle,
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        'interactionType': 'https://schema.org/WriteAction',
        'userInteractionCount': stories,
      },
    },
  }
}

function personThing({ name, handle, about, avatar }: PersonCard, { home }: SiteUrl): Thing {
  return {
    '@type': 'Person',
    name,
    'url': `${home}user/${handle}`,
    'description': about || undefined,
    'image': avatar ? absolute(home, avatar.src) : undefined,
  }
}

/** The way from the home page; the page itself comes last and needs no address. */
function crumbs({ site, home }: SiteUrl, category: CategoryCard | null, here: string): Thing {
  const way = [
    { name: site.name, item: home },
    ...(category ? [{ name: category.name, item: `${home}category/${encodeURIComponent(category.slug)}` }] : []),
    { name: here },
  ]
  return {
    '@type': 'BreadcrumbList',
    'itemListElement': way.map((crumb, at) => ({ '@type': 'ListItem', 'position': at + 1, ...crumb })),
  }
}

function website({ site, home }: SiteUrl): Thing {
  return {
    '@type': 'WebSite',
    'name': site.name,
    'url': home,
    'description': site.tagline || undefined,
    'potentialAction': {
      '@type': 'SearchAction',
      'target': { '@type': 'EntryPoint', 'urlTemplate': `${home}search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** An address of this site as others need it. What is elsewhere is whole already. */
export function absolute(home: string, address: string) {
  return new URL(address, home).href
}

/** A story that was prepared before it was published has not been changed since. */
export function later(publishedAt: string, updatedAt: string) {
  return updatedAt > publishedAt ? updatedAt : publishedAt
}
