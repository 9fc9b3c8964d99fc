import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { LookedUp } from '#contract/links.ts'
import { MAX_URL_LENGTH } from '#server/documents/urls.ts'
import { parseEmbed } from '#server/documents/embeds.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Fetched } from '#server/platform/outbound/fetch.ts'
import { hostOf, line, longest, pageFacts } from './page-facts.ts'

const PAGE_BYTES = 512 * 1024
const ANSWER_BYTES = 64 * 1024

/** Where the known providers say what an address is called. A gist says it on its page. */
const sayers: Record<string, string> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  vimeo: 'https://vimeo.com/api/oembed.json?url=',
  x: 'https://publish.twitter.com/oembed?omit_script=1&url=',
  codepen: 'https://codepen.io/api/oembed?format=json&url=',
  spotify: 'https://open.spotify.com/oembed?url=',
}

const words = z.string().catch('')
const OEmbed = z.object({
  title: words,
  author_name: words,
  provider_name: words,
})

type Looking = Pick<Ctx, 'outside' | 'site'>

/** What an address is. A known provider is played even when it does not answer; anything else must. */
export async function look(ctx: Looking, address: string): Promise<LookedUp> {
  const known = parseEmbed(address)
  if (!known) return page(ctx, address)
  const bare = { address: new URL(address).href, title: '', description: '', site: hostOf(address), author: '' }
  const said = await orNothing(ask(ctx, known.provider, address))
  return { ...bare, ...said, ...known }
}

async function ask(ctx: Looking, provider: string, address: string): Promise<Partial<LookedUp>> {
  const sayer = sayers[provider]
  if (!sayer) {
    const { title, description, site, author } = await page(ctx, address)
    return { title, description, site, author }
  }
  const said = await oembed(ctx, sayer + encodeURIComponent(address))
  const site = line(said.provider_name, longest.name)
  return { title: line(said.title, longest.title), author: line(said.author_name, longest.name), ...(site && { site }) }
}

async function page(ctx: Looking, asked: string): Promise<LookedUp> {
  const fetched = await ctx.outside.get(asked, { accept: 'text/html', mostBytes: PAGE_BYTES, cut: true })
  // Where it led in the end, unless that is longer than a story can hold.
  const address = fetched.address.length <= MAX_URL_LENGTH ? fetched.address : asked
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(fetched.type)) {
    const title = line(nameOf(fetched.address), longest.title)
    return { address, title, description: '', site: hostOf(address), author: '', ...card }
  }
  return { address, ...pageFacts(decode(fetched), fetched.address), ...card }
}

const card = { provider: 'link', frame: null, ratio: null } as const

/** The end of an address, as it was written if it is not written well. */
function nameOf(address: string) {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

async function oembed({ outside }: Looking, address: string) {
  const { bytes } = await outside.get(address, { accept: 'application/json', mostBytes: ANSWER_BYTES })
  try {
    return OEmbed.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new Refusal('unreachable', { reason: 'what it said of itself could not be read' })
  }
}

/** The rest can be shown without it. */
async function orNothing<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function decode({ bytes, type }: Fetched) {
  const named =
    /charset=["']?([\w-]+)/i.exec(type) ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))
  try {
    return new TextDecoder(named?.[1] ?? 'utf-8').decode(bytes)
  } catch {
    // A character set that nobody knows.
    return bytes.toString('utf8')
  }
}
