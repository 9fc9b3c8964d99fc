import type { Serve } from '#server/platform/api.ts'
import { bulkUpdate } from './bulk.ts'
import { updateList, deleteList, createList, listOwnLists, reorderLists, restoreList } from './lists.ts'
import { moveStory } from './move-story.ts'
import { listPublicLists, getList, listBookmarks } from './read-lists.ts'
import { addToList, saveStory, removeFromList, unsaveStory, getSavedState } from './save.ts'

export function bookmarkRoutes(serve: Serve) {
  serve('GET /api/lists', (ctx) => listOwnLists(ctx))
  serve('POST /api/lists', (ctx, { body }) => createList(ctx, body))
  serve('PUT /api/lists/order', (ctx, { body }) => reorderLists(ctx, body.lists))
  serve('GET /api/lists/{list}', (ctx, { params }) => getList(ctx, params.list))
  serve('PATCH /api/lists/{list}', (ctx, { params, body }) => updateList(ctx, params.list, body))
  serve('DELETE /api/lists/{list}', (ctx, { params }) => deleteList(ctx, params.list))
  serve('POST /api/lists/{list}/restore', (ctx, { params }) => restoreList(ctx, params.list))
  serve('GET /api/lists/{list}/stories', (ctx, { params, query }) => listBookmarks(ctx, params.list, query))
  serve('PUT /api/lists/{list}/stories/{ref}', (ctx, { params, body }) => addToList(ctx, params.list, params.ref, body))
  serve('DELETE /api/lists/{list}/stories/{ref}', (ctx, { params }) => removeFromList(ctx, params.list, params.ref))
  serve('POST /api/lists/{list}/stories/{ref}/place', (ctx, { params, body }) =>
    moveStory(ctx, params.list, params.ref, body.after),
  )
  serve('POST /api/lists/{list}/bulk', (ctx, { params, body }) => bulkUpdate(ctx, params.list, body))
  serve('GET /api/people/{ref}/lists', (ctx, { params }) => listPublicLists(ctx, params.ref))
  serve('GET /api/stories/{ref}/lists', (ctx, { params }) => getSavedState(ctx, params.ref))
  serve('PUT /api/stories/{ref}/bookmark', (ctx, { params }) => saveStory(ctx, params.ref))
  serve('DELETE /api/stories/{ref}/bookmark', (ctx, { params }) => unsaveStory(ctx, params.ref))
}
