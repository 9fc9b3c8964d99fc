import type { Serve } from '#server/platform/api.ts'
import { changeMany } from './bulk.ts'
import { changeList, deleteList, makeList, myLists, orderLists, restoreList } from './lists.ts'
import { placeStory } from './order.ts'
import { publicLists, readList, readStories } from './read.ts'
import { putInList, save, takeFromList, unsave, whereSaved } from './save.ts'

export function bookmarkRoutes(serve: Serve) {
  serve('GET /api/lists', (ctx) => myLists(ctx))
  serve('POST /api/lists', (ctx, { body }) => makeList(ctx, body))
  serve('PUT /api/lists/order', (ctx, { body }) => orderLists(ctx, body.lists))
  serve('GET /api/lists/{list}', (ctx, { params }) => readList(ctx, params.list))
  serve('PATCH /api/lists/{list}', (ctx, { params, body }) => changeList(ctx, params.list, body))
  serve('DELETE /api/lists/{list}', (ctx, { params }) => deleteList(ctx, params.list))
  serve('POST /api/lists/{list}/restore', (ctx, { params }) => restoreList(ctx, params.list))
  serve('GET /api/lists/{list}/stories', (ctx, { params, query }) => readStories(ctx, params.list, query))
  serve('PUT /api/lists/{list}/stories/{ref}', (ctx, { params, body }) => putInList(ctx, params.list, params.ref, body))
  serve('DELETE /api/lists/{list}/stories/{ref}', (ctx, { params }) => takeFromList(ctx, params.list, params.ref))
  serve('POST /api/lists/{list}/stories/{ref}/place', (ctx, { params, body }) =>
    placeStory(ctx, params.list, params.ref, body.after),
  )
  serve('POST /api/lists/{list}/bulk', (ctx, { params, body }) => changeMany(ctx, params.list, body))
  serve('GET /api/people/{ref}/lists', (ctx, { params }) => publicLists(ctx, params.ref))
  serve('GET /api/stories/{ref}/lists', (ctx, { params }) => whereSaved(ctx, params.ref))
  serve('PUT /api/stories/{ref}/bookmark', (ctx, { params }) => save(ctx, params.ref))
  serve('DELETE /api/stories/{ref}/bookmark', (ctx, { params }) => unsave(ctx, params.ref))
}
