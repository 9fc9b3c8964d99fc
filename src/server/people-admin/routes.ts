import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { recordDenied } from '#server/audit/record.ts'
import { endImpersonation, startImpersonation } from '#server/identity/impersonation.ts'
import {
  findInvitation,
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '#server/identity/invitations.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Api, Serve } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import { sendBlob } from '#server/platform/send-blob.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { findArchive, requestExport } from './export/exports.ts'
import { getPersonDetails, listPeople } from './list.ts'
import {
  changePeople,
  changeRole,
  endPersonSession,
  resendConfirmation,
  setPersonDisabled,
  signOutPerson,
} from './manage.ts'
import { addNote, deleteNote } from './notes.ts'

export function peopleAdminRoutes(serve: Serve) {
  serve('GET /api/admin/people', (ctx, { query }) => listPeople(ctx, query))
  serve('POST /api/admin/people/bulk', (ctx, { body }) => changePeople(ctx, body))
  serve('GET /api/admin/people/{id}', (ctx, { params }) => getPersonDetails(ctx, params.id))
  serve('PUT /api/admin/people/{id}/role', (ctx, { params, body }) => changeRole(ctx, params, body))
  serve('PUT /api/admin/people/{id}/disabled', (ctx, { params, body }) => setPersonDisabled(ctx, params.id, body))
  serve('POST /api/admin/people/{id}/sign-out', (ctx, { params }) => signOutPerson(ctx, params.id))
  serve('DELETE /api/admin/people/{id}/sessions/{session}', (ctx, { params }) =>
    endPersonSession(ctx, params.id, params.session),
  )
  serve('POST /api/admin/people/{id}/confirmation', (ctx, { params }) => resendConfirmation(ctx, params.id))
  serve('POST /api/admin/people/{id}/notes', (ctx, { params, body }) => addNote(ctx, params.id, body.text))
  serve('DELETE /api/admin/people/{id}/notes/{note}', (ctx, { params }) => deleteNote(ctx, params.id, params.note))
  serve('POST /api/admin/people/{id}/exports', (ctx, { params }) => requestExport(ctx, params.id))
  serve('POST /api/admin/people/{id}/impersonation', (ctx, { params }) => startImpersonation(ctx, params.id))
  serve('POST /api/impersonation/end', (ctx) => endImpersonation(ctx))
  serve('GET /api/admin/invitations', (ctx, { query }) => listInvitations(ctx, query))
  serve('POST /api/admin/invitations', (ctx, { body }) => invite(ctx, body))
  serve('POST /api/admin/invitations/{id}/resend', (ctx, { params }) => resendInvitation(ctx, params.id))
  serve('DELETE /api/admin/invitations/{id}', (ctx, { params }) => revokeInvitation(ctx, params.id))
  serve('POST /api/invitations/look', (ctx, { body }) => findInvitation(ctx, body.token))
}

/** The download of an export, which is no JSON: `api/admin/exports/ID/file`, for admins. */
export function mountExports(http: Http, { api, site }: { api: Api; site: SiteConfig }) {
  http.route<{ Params: { id: string } }>({
    method: 'GET',
    url: `${site.base}api/admin/exports/:id/file`,
    compress: false,
    async handler(request, reply) {
      const caller = callerOf(request, reply, site)
      const found = await api.findPerson(caller)
      const viewer = found?.viewer ?? null
      const ctx = { ...api.ctxOf(caller), viewer, signedIn: found?.signedIn ?? null }
      await ctx.limits.take('read', viewer?.id ?? caller.address)
      if (!hasRole(viewer, 'admin')) {
        await recordDenied(ctx, 'GET /api/admin/exports/{id}/file')
        throw new Refusal(viewer ? 'not-allowed' : 'sign-in-needed')
      }
      const archive = await findArchive(ctx, request.params.id)
      if (!archive) throw new Refusal('not-found')
      const { blob, size, fileName } = archive
      const headers = {
        'cache-control': 'private, no-store',
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${fileName}"`,
        'cross-origin-resource-policy': 'same-origin',
      }
      return sendBlob(request, reply, { blobs: ctx.blobs, blob, size, etag: `"${blob}"`, headers })
    },
  })
}
