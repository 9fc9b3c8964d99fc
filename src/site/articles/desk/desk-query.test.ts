import { expect, test } from 'vitest'
import { deskAddress, inState, readDeskQuery } from './desk-query.ts'

test('what waits for its time is in the order of its times, unless another is chosen', () => {
  expect(readDeskQuery({ state: 'scheduled' }, 'draft').sort).toBe('published')
  expect(readDeskQuery({ state: 'scheduled', sort: 'changed' }, 'draft').sort).toBe('changed')
  expect(readDeskQuery({ sort: 'no such' }, 'draft').sort).toBe('changed')
})

test('what is usual is left out of an address, and does not follow to another tab', () => {
  const drafts = readDeskQuery({}, 'draft')
  expect(deskAddress('/articles', drafts, 'draft')).toBe('/articles')
  expect(deskAddress('/articles', inState(drafts, 'scheduled'), 'draft')).toBe('/articles?state=scheduled')
  const byTitle = readDeskQuery({ sort: 'title' }, 'draft')
  expect(deskAddress('/articles', inState(byTitle, 'scheduled'), 'draft')).toBe('/articles?state=scheduled&sort=title')
})
