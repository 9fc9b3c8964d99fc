import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { Id } from '#contract/shapes.ts'
import { recordAudit, recordDenied } from '#server/audit/record.ts'
import { identify } from '#server/identity/identify.ts'
import type { Api, Serve } from '#server/platform/api.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Http } from '#server/platform/http.ts'
import { sendBlob } from '#server/platform/send-blob.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import { deleteBackup, listBackups, startBackup, targetOf, verifyBackupById } from './manage.ts'
import { backupById } from './queries.ts'
import { updateSchedule } from './schedule.ts'
import type { BackupStore } from './store.ts'

export function backupRoutes(serve: Serve, store: BackupStore) {
  serve('GET /api/admin/backups', (ctx) => listBackups(ctx, store))
  serve('POST /api/admin/backups', (ctx) => startBackup(ctx))
  serve('PUT /api/admin/backups/schedule', (ctx, { body }) => updateSchedule(ctx, body))
  serve('POST /api/admin/backups/{id}/verify', (ctx, { params }) => verifyBackupById(ctx, params.id))
  serve('DELETE /api/admin/backups/{id}', (ctx, { params }) => deleteBackup(ctx, store, params.id))
}

/** The file of a backup, for a link: the session cookie is enough. Supports byte ranges, so that browsers resume downloads. */
export function mountBackupFiles(http: Http, { api, store, site }: { api: Api; store: BackupStore; site: SiteConfig }) {
  http.route<{ Params: { id: string } }>({
    method: 'GET',
    url: `${site.base}api/admin/backups/:id/file`,
    exposeHeadRoute: false,
    compress: false,
    async handler(request, reply) {
      const caller = callerOf(request, reply, site)
      const visitor = api.ctxOf(caller)
      const viewer = (await identify(visitor, true))?.viewer ?? null
      const ctx = { ...visitor, viewer }
      await ctx.limits.take('read', viewer?.id ?? caller.address)
      if (!hasRole(viewer, 'admin')) {
        await recordDenied(ctx, 'GET /api/admin/backups/{id}/file')
        throw new Refusal(viewer ? 'not-allowed' : 'sign-in-needed')
      }
      const id = Id.safeParse(request.params.id)
      const row = id.success ? await backupById(ctx.db, id.data) : undefined
      if (row?.state !== 'whole' || row.size === null) throw new Refusal('not-found')
      // A resumed download is the same download.
      if (request.headers.range === undefined)
        await recordAudit(ctx, { action: 'backup.downloaded', target: targetOf(row) })
      const headers = {
        'cache-control': 'no-store',
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="${row.file}"`,
        'cross-origin-resource-policy': 'same-origin',
      }
      return sendBlob(request, reply, {
        blobs: store,
        blob: row.file,
        size: row.size,
        etag: `"${row.sha256}"`,
        headers,
      })
    },
  })
}
