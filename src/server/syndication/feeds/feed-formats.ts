import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import { xmlText } from '#server/syndication/xml-text.ts'
import type { Feed, FeedStory } from './feed.ts'

// The language of the feed itself. Each story has its own.
const SITE_LANGUAGE = 'en'

export const feedFormats = {
  'feed.xml': { type: 'application/rss+xml; charset=utf-8', write: writeRss },
  'atom.xml': { type: 'application/atom+xml; charset=utf-8', write: writeAtom },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: writeJson },
} as const

export type FeedFile = keyof typeof feedFormats

/** Removes characters that XML does not allow. */
function sanitize({ title, description, stories, ...rest }: Feed): Feed {
  return {
    ...rest,
    title: xmlText(title),
    description: xmlText(description),
    stories: stories.map((story) => ({
      ...story,
      title: xmlText(story.title),
      summary: xmlText(story.summary),
      html: xmlText(story.html),
      authors: story.authors.map((author) => ({ ...author, name: xmlText(author.name) })),
      topics: story.topics.map(({ slug, name }) => ({ slug, name: xmlText(name) })),
    })),
  }
}

function links({ address, folder }: Feed, file: FeedFile) {
  const type = feedFormats[file].type.split(';', 1)[0] ?? ''
  return [
    { href: folder + file, rel: 'self', type },
    { href: address, rel: 'alternate', type: 'text/html' },
  ]
}

/** The library indents CDATA sections too, which would add whitespace around titles. */
function trimCdata(xml: string) {
  return xml.replace(/>\s+<!\[CDATA\[/g, '><![CDATA[').replace(/\]\]>\s+<\//g, ']]></')
}

function writeRss(feed: Feed) {
  const { title, description, address, updatedAt, icon, stories } = sanitize(feed)
  const xml = generateRssFeed(
    {
      title,
      description,
      link: address,
      language: SITE_LANGUAGE,
      lastBuildDate: updatedAt,
      generator: 'Bramble',
      image: { url: icon, title, link: address },
      atom: { links: links(feed, 'feed.xml') },
      items: stories.map((story) => ({
        title: story.title,
        link: story.address,
        guid: { value: story.id, isPermaLink: false },
        pubDate: story.publishedAt,
        ...(story.summary && { description: story.summary }),
        categories: story.topics.map(({ name }) => ({ name })),
        content: { encoded: story.html },
        dc: { creators: story.authors.map(({ name }) => name), languages: [story.language] },
        dcterms: { modified: [story.updatedAt] },
      })),
    },
    { strict: true },
  )
  return trimCdata(xml)
}

function writeAtom(feed: Feed) {
  const { title, description, address, updatedAt, icon, stories } = sanitize(feed)
  const xml = generateAtomFeed(
    {
      id: address,
      title: { value: title, type: 'text' },
      subtitle: { value: description, type: 'text' },
      updated: updatedAt,
      links: links(feed, 'atom.xml'),
      generator: { text: 'Bramble' },
      icon,
      xml: { lang: SITE_LANGUAGE },
      entries: stories.map((story) => ({
        id: story.id,
        title: { value: story.title, type: 'text' },
        links: [{ href: story.address, rel: 'alternate', type: 'text/html', hreflang: story.language }],
        published: story.publishedAt,
        updated: story.updatedAt,
        authors: story.authors.map(({ name, address: uri }) => ({ name, uri })),
        categories: story.topics.map(({ slug, name }) => ({ term: slug, label: name })),
        ...(story.summary && { summary: { value: story.summary, type: 'text' } }),
        content: { value: story.html, type: 'html' },
        xml: { lang: story.language },
      })),
    },
    { strict: true },
  )
  return trimCdata(xml)
}

function writeJson({ title, description, address, folder, icon, stories }: Feed) {
  const feed = generateJsonFeed(
    {
      title,
      description,
      home_page_url: address,
      feed_url: `${folder}feed.json`,
      icon,
      language: SITE_LANGUAGE,
      items: stories.map(jsonItem),
    },
    { strict: true },
  )
  return JSON.stringify(feed)
}

function jsonItem(story: FeedStory) {
  return {
    id: story.id,
    url: story.address,
    title: story.title,
    content_html: story.html,
    ...(story.summary && { summary: story.summary }),
    ...(story.picture && { image: story.picture }),
    date_published: story.publishedAt,
    date_modified: story.updatedAt,
    tags: story.topics.map(({ name }) => name),
    authors: story.authors.map(({ name, address: url, avatar }) => ({ name, url, ...(avatar && { avatar }) })),
    language: story.language,
  }
}
