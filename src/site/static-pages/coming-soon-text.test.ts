import { expect, test } from 'vitest'
import { rows, COMING_SOON } from '#site/routes.ts'
import { soonWords } from './coming-soon-text.ts'

test('every page that is not built yet says what one will do there, and no other', () => {
  const paths = rows.filter(({ page }) => page === COMING_SOON).map(({ path }) => path)
  expect(Object.keys(soonWords).toSorted()).toEqual(paths.toSorted())
})
