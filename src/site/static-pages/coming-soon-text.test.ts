import { expect, test } from 'vitest'
import { rows, COMING_SOON } from '#site/routes.ts'
import { comingSoonText } from './coming-soon-text.ts'

test('every page that is not built yet describes what is coming, and no other page does', () => {
  const paths = rows.filter(({ page }) => page === COMING_SOON).map(({ path }) => path)
  expect(Object.keys(comingSoonText).toSorted()).toEqual(paths.toSorted())
})
