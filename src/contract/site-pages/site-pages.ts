import { z } from 'zod'
import { Actor, DraftFields, SaveResult } from '#contract/articles/articles.ts'
import { Revision, RevisionCard } from '#contract/articles/revisions.ts'
import { DOCUMENT_REQUEST_BYTES } from '#contract/document/document.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id, PageQuery, pageOf } from '#contract/shapes.ts'
import { MAX_PUBLISH_NOTE, sitePageNames } from './names.ts'

const PageName = z.enum(sitePageNames)
const OnePage = z.object({ page: PageName })
const OneVersion = OnePage.extend({ version: Id })
const Version = z.int().min(1)

const PageText = DraftFields.pick({ title: true, subtitle: true, body: true })

/** A page as readers see it. */
export const SitePage = z.object({
  page: PageName,
  title: z.string(),
  subtitle: z.string(),
  html: z.string(),
  /** When its text was last published; null for the text that comes with the software. */
  changedAt: z.iso.datetime().nullable(),
})
export type SitePage = z.infer<typeof SitePage>

const LastPublished = z.object({ at: z.iso.datetime(), by: Actor.nullable() })

export const SitePageCard = z.object({
  page: PageName,
  /** The title that readers see. */
  title: z.string(),
  /** Null while readers see the default text. */
  published: LastPublished.nullable(),
  /** Set while the draft differs from what readers see. */
  draft: z.object({ savedAt: z.iso.datetime(), savedBy: Actor.nullable() }).nullable(),
})
export type SitePageCard = z.infer<typeof SitePageCard>

/** The working copy of a page. */
export const SitePageDraft = PageText.extend(SaveResult.shape).extend({
  page: PageName,
  savedBy: Actor.nullable(),
  published: LastPublished.nullable(),
})
export type SitePageDraft = z.infer<typeof SitePageDraft>

export const SitePageVersionCard = RevisionCard.extend({ note: z.string() })
export type SitePageVersionCard = z.infer<typeof SitePageVersionCard>

export const SitePageVersion = Revision.extend({ note: z.string() })
export type SitePageVersion = z.infer<typeof SitePageVersion>

export const sitePageEndpoints = {
  'GET /api/pages/{page}': {
    access: 'anyone',
    says: 'Returns the about page, the privacy policy or the terms and conditions.',
    params: OnePage,
    reply: SitePage,
  },
  'GET /api/admin/pages': {
    access: 'admin',
    says: 'Lists the pages that admins edit, with their last publication and unpublished changes.',
    reply: z.array(SitePageCard),
  },
  'GET /api/admin/pages/{page}': {
    access: 'admin',
    says: 'Returns the draft of a page.',
    params: OnePage,
    reply: SitePageDraft,
  },
  'GET /api/admin/pages/{page}/preview': {
    access: 'admin',
    says: 'Returns the draft of a page, or an earlier version, as readers would see it.',
    params: OnePage,
    query: z.object({ version: Id.optional() }),
    reply: SitePage,
  },
  'PUT /api/admin/pages/{page}/draft': {
    access: 'admin',
    says: 'Saves the changed fields of a draft. `version` is the version the changes are based on; an outdated version is refused.',
    params: OnePage,
    body: PageText.partial().extend({ version: Version, save: z.string().min(1).max(40) }),
    bodyBytes: DOCUMENT_REQUEST_BYTES,
    reply: SaveResult,
    limit: 'save',
  },
  'POST /api/admin/pages/{page}/publish': {
    access: 'admin',
    says: 'Publishes this version of the draft. A draft that is published already stays as it is.',
    params: OnePage,
    body: z.object({ version: Version, note: z.string().trim().max(MAX_PUBLISH_NOTE).default('') }),
    reply: SitePageDraft,
  },
  'POST /api/admin/pages/{page}/reset': {
    access: 'admin',
    says: 'Replaces the draft with the default text. A replaced draft that was not published is kept as a version.',
    params: OnePage,
    body: z.object({ version: Version }),
    reply: SitePageDraft,
  },
  'GET /api/admin/pages/{page}/versions': {
    access: 'admin',
    says: 'Lists the published versions of a page and the drafts that were replaced, newest first.',
    params: OnePage,
    query: PageQuery,
    reply: pageOf(SitePageVersionCard),
  },
  'GET /api/admin/pages/{page}/versions/{version}': {
    access: 'admin',
    says: 'Returns a version of a page with its full text.',
    params: OneVersion,
    reply: SitePageVersion,
  },
  'POST /api/admin/pages/{page}/versions/{version}/restore': {
    access: 'admin',
    says: 'Replaces the draft with an earlier version. A replaced draft that was not published is kept as a version.',
    params: OneVersion,
    body: z.object({ version: Version }),
    reply: SitePageDraft,
  },
} satisfies EndpointTable
