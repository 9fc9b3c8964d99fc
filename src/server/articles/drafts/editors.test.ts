import { expect, test } from 'vitest'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { updateSetting } from '#server/settings/site.ts'
import { editorsAmong, requireCanEdit } from './editors.ts'

test('an author cannot edit a scheduled story if stories by authors need a review', async () => {
  const { db } = await aDatabase()
  const [ada, editor] = [await aPerson(db, 'author'), await aPerson(db, 'editor')]
  const { id } = await aDraft(db, ada.id, { state: 'scheduled' })
  const editors = async () => (await editorsAmong(aCtx(db), id, [ada.id, editor.id]))?.editors
  expect(await editors()).toEqual(new Set([ada.id, editor.id]))
  await updateSetting(aCtx(db), 'review.authorsPublish', false)
  expect(await editors()).toEqual(new Set([editor.id]))
  await expect(requireCanEdit({ db, viewer: ada }, id)).rejects.toMatchObject({ code: 'not-allowed' })
})
