import { z } from 'zod'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardSite,
  SMALL_CARD_WIDTH,
  cardVersion,
  storyCardPath,
} from '#contract/social-cards.ts'
import { Refusal } from '#contract/errors.ts'
import type { Story } from '#contract/reading.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { getStory } from '#server/reading/story.ts'
import { requireFeature } from '#server/settings/features.ts'
import { getSite } from '#server/settings/site.ts'
import { escapeXml } from './xml-text.ts'
import { urlOf, siteUrl, storyUrl } from './site-urls.ts'

const WIDTH = 600
const HEIGHT = 200
const LEAST = 100
const DAY_SECONDS = 24 * 3600

const Size = z.coerce.number().int().min(1).max(100_000).optional()
/** Not strict: the oEmbed specification allows additional parameters. */
export const OembedQuery = z.object({
  url: z.string().min(1).max(2000),
  format: z.string().max(20).default('json'),
  maxwidth: Size,
  maxheight: Size,
})
export type OembedQuery = z.infer<typeof OembedQuery>

/** The oEmbed response for a story: a quote without scripts, and the social card as thumbnail. */
export async function oembed(ctx: Ctx, { url, maxwidth = Infinity, maxheight = Infinity }: OembedQuery) {
  const ref = storyIn(ctx.site, url)
  if (ref === null) throw new Refusal('not-found')
  const [story, settings] = await Promise.all([getStory(ctx, ref), getSite(ctx)])
  requireFeature(settings, 'embeds')
  const { site } = ctx
  const address = storyUrl(site, story.slug)
  return {
    version: '1.0',
    type: 'rich',
    title: story.title,
    author_name: [story.author, ...story.coAuthors].map(({ name }) => name).join(', '),
    author_url: urlOf(site, `user/${story.author.handle}`),
    provider_name: settings.name,
    provider_url: siteUrl(site),
    cache_age: DAY_SECONDS,
    html: quote(story, address, settings.name),
    width: Math.max(LEAST, Math.min(WIDTH, maxwidth)),
    height: Math.max(LEAST, Math.min(HEIGHT, maxheight)),
    ...thumbnail(story, { site, settings, maxwidth, maxheight }),
  }
}

function quote(story: Story, address: string, siteName: string) {
  const about = story.subtitle || story.excerpt
  const by = [story.author, ...story.coAuthors].map(({ name }) => name).join(', ')
  return [
    `<blockquote lang="${escapeXml(story.language)}" dir="auto" cite="${escapeXml(address)}">`,
    `<p><a href="${escapeXml(address)}">${escapeXml(story.title)}</a></p>`,
    about && `<p>${escapeXml(about)}</p>`,
    `<footer>${escapeXml(by)} · ${escapeXml(siteName)}</footer></blockquote>`,
  ].join('')
}

type Frame = { site: SiteConfig; settings: CardSite; maxwidth: number; maxheight: number }

/** The larger card that fits, if any. */
function thumbnail(story: Story, { site, settings, maxwidth, maxheight }: Frame) {
  const width = [CARD_WIDTH, SMALL_CARD_WIDTH].find((one) => one <= maxwidth && heightOf(one) <= maxheight)
  if (!width) return {}
  const small = `/cards/story/${story.id}-${cardVersion(story, settings)}-${SMALL_CARD_WIDTH}.png`
  const path = width === CARD_WIDTH ? storyCardPath(story, settings) : small
  return { thumbnail_url: urlOf(site, path), thumbnail_width: width, thumbnail_height: heightOf(width) }
}

function heightOf(width: number) {
  return Math.round((width * CARD_HEIGHT) / CARD_WIDTH)
}

/** The slug or id of the story at a URL of this site. */
function storyIn(site: SiteConfig, url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : null
  // Accepts both http and https.
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.host !== new URL(site.origin).host) return null
  const inHash = parsed.hash.startsWith('#/') ? site.base + parsed.hash.slice(2) : parsed.pathname
  if (!inHash.toLowerCase().startsWith(site.base.toLowerCase())) return null
  const [, ref = ''] = /^story\/([^/?]{1,1000})\/?(?:\?|$)/i.exec(inHash.slice(site.base.length)) ?? []
  try {
    return decodeURIComponent(ref) || null
  } catch {
    // A malformed escape sequence.
    return null
  }
}

export function oembedXml(response: Record<string, string | number>) {
  const elements = Object.entries(response).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`
}
