import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '#contract/errors.ts'
import { DatabaseUnavailable } from '#server/platform/watched-pool.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Api, Caller } from '#server/platform/api.ts'
import type { createOwnChanges } from '#server/platform/cache/own-changes.ts'
import type { EntryTag, Loaded } from '#server/platform/cache/page-cache.ts'
import { readCookie, sessionCookie, viewAsCookie } from '#server/platform/cookies.ts'
import type { Identified } from '#server/platform/ctx.ts'
import type { Log } from '#server/platform/log.ts'
import { noSession } from '#server/platform/system-ctx.ts'
import type { Marks, MemberPages, Redirect, SiteHandler, SitePage, SiteRequest } from '#site/site-handler.ts'
import { type CachedResponse, createCachedResponses } from './cached-response.ts'
import { type Members, anyMember } from './members.ts'
import type { Content, FormCache, PageEntry } from './page-forms.ts'

export const HTML = 'text/html; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
/** Limits how old a cached recommendation can be. */
const OWN_MAX_AGE_MS = MINUTE_MS

/** A page or payload, by the path and query that identify it. */
export type PageAddress = { path: string; search: string; payload: boolean; members: MemberPages | null }

export type Outcome = { kind: 'response'; response: CachedResponse } | Redirect | Fault
/** The data was loaded, but a component threw. */
type Fault = { kind: 'fault'; request: SiteRequest; page: SitePage; error: unknown }

type Options = {
  site: SiteHandler
  api: Api
  cache: FormCache
  members: Members
  /** Finds the session of a cookie in memory. */
  peek(token: string): Identified | null
  ownChanges: ReturnType<typeof createOwnChanges>
  log: Log
  headers: Record<string, string>
}

/** Pages from the cache: one for all visitors, one for all members with gaps for what is personal, or a member's own. */
export function createCachedPages({ site, api, cache, members, peek, ownChanges, log, headers }: Options) {
  const responses = createCachedResponses(cache, headers)

  /** The response if everything is in memory, else null. */
  function respondNow(address: PageAddress, requestHeaders: IncomingHttpHeaders): CachedResponse | null {
    const response = findNow(address, requestHeaders)
    if (response) cache.countHit()
    return response
  }

  function findNow(address: PageAddress, requestHeaders: IncomingHttpHeaders): CachedResponse | null {
    if (requestHeaders.authorization !== undefined) return null
    const token = readCookie(requestHeaders.cookie, sessionCookie.name)
    if (token === null) return wholeNow(cache.get(visitorKey(address)), address, requestHeaders, 'shared')
    // Who views the site as another person gets nothing from a cache.
    if (readCookie(requestHeaders.cookie, viewAsCookie.name) !== null) return null
    const viewer = address.members && peek(token)?.viewer
    return viewer ? memberNow(address, viewer, requestHeaders) : null
  }

  function memberNow(address: PageAddress, viewer: Viewer, requestHeaders: IncomingHttpHeaders) {
    const lookup = { changedAt: ownChanges.changedAt(viewer.id) }
    if (isShared(address, viewer)) {
      const entry = cache.get(membersKey(address), lookup)
      const marks = entry && members.marksNow(viewer.id, entry)
      if (!entry || !marks) return null
      if (!marks.needsOwnPage) {
        const form = cache.gappedNow(entry, `${formName(address)} ${marks.name}`)
        const fillings = members.fillingsNow(viewer)
        return form && fillings ? responses.respondFilled(form, fillings, requestHeaders) : null
      }
    }
    return wholeNow(cache.get(ownKey(address, viewer), lookup), address, requestHeaders, 'private')
  }

  function wholeNow(
    entry: PageEntry | undefined,
    address: PageAddress,
    requestHeaders: IncomingHttpHeaders,
    audience: 'shared' | 'private',
  ) {
    const form = entry && cache.wholeNow(entry, formName(address))
    return entry && form ? responses.respondNow(entry, form, requestHeaders, audience) : null
  }

  function hasForVisitors(address: PageAddress) {
    return cache.get(visitorKey(address)) !== undefined
  }

  async function forVisitor(address: PageAddress, requestId: string, requestHeaders: IncomingHttpHeaders) {
    const load = loader({ address, requestId, identified: null })
    return respondWhole(await cache.getOrLoad(visitorKey(address), load), address, requestId, requestHeaders, 'shared')
  }

  async function forMember(
    address: PageAddress,
    identified: Identified,
    requestId: string,
    requestHeaders: IncomingHttpHeaders,
  ): Promise<Outcome> {
    const { viewer } = identified
    const changedAt = ownChanges.changedAt(viewer.id)
    if (isShared(address, viewer)) {
      const load = loader({ address, requestId, identified: anyone })
      const entry = await cache.getOrLoad(membersKey(address), load, { changedAt })
      const { data } = entry
      // A redirect or an error page: it may be different for this person.
      if (data.kind === 'page' && data.status === 200) {
        const marks = await members.marksOf(viewer, entry, data)
        if (!marks.needsOwnPage) {
          const name = `${formName(address)} ${marks.name}`
          try {
            const form = await cache.gapped(entry, name, membersRender(address, marks.marks))
            const fillings = await members.fillingsOf(viewer)
            return { kind: 'response', response: responses.respondFilled(form, fillings, requestHeaders) }
          } catch (error) {
            return fault(address, requestId, data, error)
          }
        }
      }
    }
    const load = loader({ address, requestId, identified })
    const entry = await cache.getOrLoad(ownKey(address, viewer), load, { changedAt, maxAgeMs: OWN_MAX_AGE_MS })
    return respondWhole(entry, address, requestId, requestHeaders, 'private')
  }

  async function respondWhole(
    entry: PageEntry,
    address: PageAddress,
    requestId: string,
    requestHeaders: IncomingHttpHeaders,
    audience: 'shared' | 'private',
  ): Promise<Outcome> {
    const { data } = entry
    if (data.kind === 'file') throw new Error(`${entry.key} is a file`)
    if (data.kind === 'redirect' && !address.payload) return data
    try {
      const form = await cache.whole(entry, formName(address), wholeRender(address))
      return { kind: 'response', response: await responses.respond(entry, form, requestHeaders, audience) }
    } catch (error) {
      if (data.kind === 'redirect') throw error
      return fault(address, requestId, data, error)
    }
  }

  // Forms are rendered again from newer data, so the data is an argument.
  function wholeRender({ payload }: PageAddress) {
    return (data: Content) => {
      if (data.kind === 'file') throw new Error('a file is not rendered')
      return data.kind === 'redirect' || payload
        ? { type: JSON_TYPE, body: site.payload(data) }
        : { type: HTML, body: site.html(data) }
    }
  }

  function membersRender({ payload }: PageAddress, marks: Marks) {
    return (data: Content) => {
      if (data.kind !== 'page') throw new Error('only a page has members')
      return payload
        ? { type: JSON_TYPE, ...site.membersPayload(data, marks) }
        : { type: HTML, ...site.membersHtml(data, marks) }
    }
  }

  /** A refusal, such as a database that is unavailable, is no fault of the page. */
  function fault(address: PageAddress, requestId: string, page: SitePage, error: unknown): Fault {
    if (error instanceof Refusal || error instanceof DatabaseUnavailable) throw error
    return { kind: 'fault', request: siteRequest({ address, requestId, identified: null }).request, page, error }
  }

  type Loading = { address: PageAddress; requestId: string; identified: Identified | null }

  /** Loads a page for everyone, for any member or for one person. Refers to no request: it is repeated later. */
  function loader(loading: Loading): () => Promise<Loaded<Content>> {
    return async () => {
      const { request, tags } = siteRequest(loading)
      const page = await site.load(request)
      return { status: page.kind === 'page' ? page.status : statusOf(page, loading.address), data: page, tags }
    }
  }

  function siteRequest({ address, requestId, identified }: Loading) {
    const tags = new Set<EntryTag>(identified && identified !== anyone ? ownTags(identified.viewer) : [])
    const caller: Caller = {
      address: '',
      log,
      session: noSession,
      counted: true,
      addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)),
      identified: Promise.resolve(identified),
    }
    // Rendered from the address alone: the rest of the query string must not end up in a shared page.
    const request: SiteRequest = {
      path: address.path,
      search: address.search,
      requestId,
      shared: identified === anyone,
      api: (key, ...[input]) => api.call(key, input ?? {}, caller),
      onFault: (error) => log.error({ reqId: requestId, err: error }, 'fault'),
    }
    return { request, tags }
  }

  return { respondNow, hasForVisitors, forVisitor, forMember }
}

const anyone: Identified = { viewer: anyMember, signedIn: { sessionId: null, at: new Date(0) } }

/** Editors see more on every page. */
function isShared({ members }: PageAddress, viewer: Viewer) {
  return members === 'shared' && !hasRole(viewer, 'editor')
}

/** A payload reports a redirect in its content. */
function statusOf({ forGood }: Redirect, { payload }: PageAddress) {
  if (payload) return 200
  return forGood ? 301 : 302
}

/** Everything that can change a person's own page, besides its content. */
function ownTags({ id }: Viewer): EntryTag[] {
  return [
    `own:${id}`,
    `person:${id}`,
    `topics:${id}`,
    `follows:${id}`,
    `live:notification:${id}`,
    `live:read:${id}`,
    'live:fan-out',
  ]
}

function formName({ payload }: PageAddress) {
  return payload ? 'payload' : 'page'
}

function visitorKey({ path, search }: PageAddress) {
  return `visitor ${path}${search}`
}

function membersKey({ path, search }: PageAddress) {
  return `members ${path}${search}`
}

/** With everything about the viewer: a request may hold an older version, which must not be cached for later ones. */
function ownKey({ path, search }: PageAddress, viewer: Viewer) {
  return `own ${JSON.stringify(viewer)} ${path}${search}`
}
