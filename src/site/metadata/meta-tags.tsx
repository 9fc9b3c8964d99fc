import { CARD_HEIGHT, CARD_WIDTH, storyCardPath } from '#contract/social-cards.ts'
import type { Head } from '#site/page.ts'
import { insideScript } from '#site/page-data.ts'
import { type SiteUrl, later, jsonLdOf } from './json-ld.ts'
import { canonicalOf } from './page-head.ts'

type Props = SiteUrl & { head: Head }

/** What a page says to those who list it and to those who share it. Nothing where it is not to be kept. */
export function MetaTags({ head, site, home }: Props) {
  const url = canonicalOf(head, home)
  if (!url) return null
  const image = home + (head.story ? storyCardPath(head.story, site.name) : '/cards/site.png').slice(1)
  const alt = head.story ? head.story.title : site.name
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={head.story?.title ?? head.title} />
      <meta property="og:type" content={kindOf(head)} />
      <meta property="og:url" content={url} />
      {head.description && <meta property="og:description" content={head.description} />}
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(CARD_WIDTH)} />
      <meta property="og:image:height" content={String(CARD_HEIGHT)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <StoryTags head={head} home={home} />
      {head.person && <meta property="profile:username" content={head.person.handle} />}
      <FeedLinks head={head} home={home} />
      {jsonLdOf(head, { site, home }, { url, image }).map((thing) => (
        <script
          key={String(thing['@type'])}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: insideScript(JSON.stringify(thing)) }}
        />
      ))}
    </>
  )
}

function kindOf({ story, person }: Head) {
  if (story) return 'article'
  return person ? 'profile' : 'website'
}

function StoryTags({ head: { story, path = '' }, home }: { head: Head; home: string }) {
  if (!story) return null
  // Found by its own address: what counts for search engines may be on a site that knows nothing of this one.
  const embed = `${home}oembed?url=${encodeURIComponent(home + path.slice(1))}`
  return (
    <>
      <meta property="og:locale" content={story.language.replace('-', '_')} />
      <meta property="article:published_time" content={story.publishedAt} />
      <meta property="article:modified_time" content={later(story.publishedAt, story.updatedAt)} />
      {[story.author, ...story.coAuthors].map(({ id, handle }) => (
        <meta key={id} property="article:author" content={`${home}user/${handle}`} />
      ))}
      {story.category && <meta property="article:section" content={story.category.name} />}
      {story.tags.map(({ slug, name }) => (
        <meta key={slug} property="article:tag" content={name} />
      ))}
      <meta name="twitter:label1" content="Written by" />
      <meta name="twitter:data1" content={[story.author, ...story.coAuthors].map(({ name }) => name).join(', ')} />
      <meta name="twitter:label2" content="Reading time" />
      <meta name="twitter:data2" content={`${story.readingMinutes} min`} />
      <link rel="alternate" type="application/json+oembed" href={`${embed}&format=json`} title={story.title} />
      <link rel="alternate" type="text/xml+oembed" href={`${embed}&format=xml`} title={story.title} />
    </>
  )
}

const feedFiles = [
  ['feed.xml', 'application/rss+xml', 'RSS'],
  ['atom.xml', 'application/atom+xml', 'Atom'],
  ['feed.json', 'application/feed+json', 'JSON Feed'],
] as const

function FeedLinks({ head: { feeds, title }, home }: { head: Head; home: string }) {
  if (!feeds) return null
  const folder = feeds === '/' ? home : `${home}${feeds.slice(1)}/`
  return feedFiles.map(([file, type, name]) => (
    <link key={file} rel="alternate" type={type} href={folder + file} title={`${title} (${name})`} />
  ))
}
