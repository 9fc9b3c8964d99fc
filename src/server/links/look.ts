import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { LookedUp } from '#contract/links.ts'
import { embedOf } from '#server/articles/document/embeds.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Fetched } from '#server/platform/outside/outside.ts'
import { frameIn, pageFacts } from './page-facts.ts'

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

const OEmbed = z.object({
  title: z.string().optional(),
  author_name: z.string().optional(),
  provider_name: z.string().optional(),
  html: z.string().optional(),
  width: z.coerce.number().positive().nullish().catch(null),
  height: z.coerce.number().positive().nullish().catch(null),
})

type Looking = Pick<Ctx, 'outside' | 'site'>

/** What an address is. A known provider is played even when it does not answer; anything else must. */
export async function look(ctx: Looking, address: string): Promise<LookedUp> {
  const known = embedOf(address)
  const bare = {
    address: new URL(address).href,
    title: '',
    description: '',
    site: new URL(address).hostname.replace(/^www\./, ''),
    author: '',
  }
  if (!known) return page(ctx, address)
  const said = await orNothing(ask(ctx, known.provider, address))
  return { ...bare, ...said, ...known }
}

async function ask(ctx: Looking, provider: string, address: string): Promise<Partial<LookedUp>> {
  const sayer = sayers[provider]
  if (!sayer) {
    const { title, description, site, author } = await page(ctx, address)
    return { title, description, site, author }
  }
  const {
    title = '',
    author_name: author = '',
    provider_name: site,
  } = await oembed(ctx, sayer + encodeURIComponent(address))
  return { title: title.slice(0, 300), author: author.slice(0, 100), ...(site && { site: site.slice(0, 100) }) }
}

async function page(ctx: Looking, asked: string): Promise<LookedUp> {
  const fetched = await ctx.outside.get(asked, { accept: 'text/html', mostBytes: PAGE_BYTES, cut: true })
  const { address } = fetched
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(fetched.type)) {
    const name = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '')
    return { address, title: name, description: '', site: new URL(address).hostname, author: '', ...card }
  }
  const { oembed: sayer, ...facts } = pageFacts(decode(fetched), address)
  const said = sayer ? await orNothing(oembed(ctx, sayer)) : null
  const frame = said?.html ? playable(frameIn(said.html), ctx.site.origin) : null
  if (!said || !frame) return { address, ...facts, ...card }
  const ratio = said.width && said.height ? said.width / said.height : null
  return { address, ...facts, author: said.author_name?.slice(0, 100) || facts.author, provider: 'other', frame, ratio }
}

const card = { provider: 'link', frame: null, ratio: null } as const

/** A frame of this site would run as this site. */
function playable(frame: string | null, own: string) {
  if (!frame || frame.length > 2000 || !URL.canParse(frame)) return null
  const { protocol, origin } = new URL(frame)
  return protocol === 'https:' && origin !== own ? frame : null
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
