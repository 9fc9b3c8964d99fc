import type { Serve } from '#server/platform/api.ts'
import {
  type EnabledAnnouncements,
  announcementTags,
  dismissAnnouncement,
  getAnnouncements,
} from './current-announcements.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  duplicateAnnouncement,
  getAnnouncement,
  listAnnouncements,
  restoreAnnouncement,
  updateAnnouncement,
} from './manage-announcements.ts'
import {
  createSignInPicture,
  deleteSignInPicture,
  getSignInPicture,
  listSignInPictures,
  reorderSignInPictures,
  updateSignInPicture,
} from './sign-in-pictures.ts'

export function bannerRoutes(serve: Serve, enabled: EnabledAnnouncements) {
  serve('GET /api/announcements', (ctx) => {
    ctx.addCacheTags(...announcementTags)
    return getAnnouncements(ctx, enabled)
  })
  serve('PUT /api/announcements/{id}/dismissal', (ctx, { params, body }) =>
    dismissAnnouncement(ctx, params.id, body.revision),
  )
  serve('GET /api/admin/announcements', (ctx, { query }) => listAnnouncements(ctx, query))
  serve('GET /api/admin/announcements/{id}', (ctx, { params }) => getAnnouncement(ctx, params.id))
  serve('POST /api/admin/announcements', (ctx, { body }) => createAnnouncement(ctx, body))
  serve('PUT /api/admin/announcements/{id}', (ctx, { params, body }) => updateAnnouncement(ctx, params.id, body))
  serve('POST /api/admin/announcements/{id}/duplicate', (ctx, { params }) => duplicateAnnouncement(ctx, params.id))
  serve('DELETE /api/admin/announcements/{id}', (ctx, { params }) => deleteAnnouncement(ctx, params.id))
  serve('POST /api/admin/announcements/{id}/restore', (ctx, { params }) => restoreAnnouncement(ctx, params.id))

  serve('GET /api/sign-in-picture', (ctx) => getSignInPicture(ctx))
  serve('GET /api/admin/sign-in-pictures', (ctx) => listSignInPictures(ctx))
  serve('POST /api/admin/sign-in-pictures', (ctx, { body }) => createSignInPicture(ctx, body))
  serve('PUT /api/admin/sign-in-pictures/order', (ctx, { body }) => reorderSignInPictures(ctx, body.ids))
  serve('PUT /api/admin/sign-in-pictures/{id}', (ctx, { params, body }) => updateSignInPicture(ctx, params.id, body))
  serve('DELETE /api/admin/sign-in-pictures/{id}', (ctx, { params }) => deleteSignInPicture(ctx, params.id))
}
