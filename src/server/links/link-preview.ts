import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { LinkPreview } from '#contract/links.ts'
import { MAX_URL_LENGTH } from '#contract/document/urls.ts'
import { parseEmbed } from '#contract/document/embed-addresses.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Fetched } from '#server/platform/outbound/fetch.ts'
import { hostOf, singleLine, maxLengths, parsePageMetadata } from './page-metadata.ts'

const PAGE_BYTES = 512 * 1024
const OEMBED_BYTES = 64 * 1024

/** oEmbed endpoints of the known providers. Gists have none. */
const oembedEndpoints: Record<string, string> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  vimeo: 'https://vimeo.com/api/oembed.json?url=',
  x: 'https://publish.twitter.com/oembed?omit_script=1&url=',
  codepen: 'https://codepen.io/api/oembed?format=json&url=',
  spotify: 'https://open.spotify.com/oembed?url=',
}

const Text = z.string().catch('')
const OEmbed = z.object({
  title: Text,
  author_name: Text,
  provider_name: Text,
})

type PreviewCtx = Pick<Ctx, 'outbound' | 'site'>

/** Builds a preview of a URL. A known provider can be embedded even when it does not respond; any other page must. */
export async function getLinkPreview(ctx: PreviewCtx, address: string): Promise<LinkPreview> {
  const embed = parseEmbed(address)
  if (!embed) return pagePreview(ctx, address)
  const fallback = { address: new URL(address).href, title: '', description: '', site: hostOf(address), author: '' }
  const metadata = await orNull(providerMetadata(ctx, embed.provider, address))
  return { ...fallback, ...metadata, ...embed }
}

async function providerMetadata(ctx: PreviewCtx, provider: string, address: string): Promise<Partial<LinkPreview>> {
  const endpoint = oembedEndpoints[provider]
  if (!endpoint) {
    const { title, description, site, author } = await pagePreview(ctx, address)
    return { title, description, site, author }
  }
  const data = await oembed(ctx, endpoint + encodeURIComponent(address))
  const site = singleLine(data.provider_name, maxLengths.name)
  return {
    title: singleLine(data.title, maxLengths.title),
    author: singleLine(data.author_name, maxLengths.name),
    ...(site && { site }),
  }
}

async function pagePreview(ctx: PreviewCtx, requested: string): Promise<LinkPreview> {
  const fetched = await ctx.outbound.get(requested, { accept: 'text/html', maxBytes: PAGE_BYTES, truncate: true })
  // The URL after redirects, unless it is too long for a document.
  const address = fetched.address.length <= MAX_URL_LENGTH ? fetched.address : requested
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(fetched.type)) {
    const title = singleLine(fileNameOf(fetched.address), maxLengths.title)
    return { address, title, description: '', site: hostOf(address), author: '', ...card }
  }
  return { address, ...parsePageMetadata(decode(fetched), fetched.address), ...card }
}

const card = { provider: 'link', frame: null, ratio: null } as const

/** The last path segment, undecoded if it is malformed. */
function fileNameOf(address: string) {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

async function oembed({ outbound }: PreviewCtx, address: string) {
  const { bytes } = await outbound.get(address, { accept: 'application/json', maxBytes: OEMBED_BYTES })
  try {
    return OEmbed.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new Refusal('unreachable', { reason: 'invalid oEmbed response' })
  }
}

/** Null instead of a refusal. */
async function orNull<Value>(result: Promise<Value>): Promise<Value | null> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function decode({ bytes, type }: Fetched) {
  const charset =
    /charset=["']?([\w-]+)/i.exec(type) ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))
  try {
    return new TextDecoder(charset?.[1] ?? 'utf-8').decode(bytes)
  } catch {
    // An unknown charset.
    return bytes.toString('utf8')
  }
}
