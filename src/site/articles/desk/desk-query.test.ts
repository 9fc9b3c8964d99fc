import { expect, test } from 'vitest'
import { formatDeskUrl, withState, parseDeskQuery } from './desk-query.ts'

test('scheduled articles are sorted by time by default', () => {
  expect(parseDeskQuery({ state: 'scheduled' }, 'draft').sort).toBe('published')
  expect(parseDeskQuery({ state: 'scheduled', sort: 'changed' }, 'draft').sort).toBe('changed')
  expect(parseDeskQuery({ sort: 'no such' }, 'draft').sort).toBe('changed')
})

test('defaults are omitted from the URL and do not carry over to another tab', () => {
  const drafts = parseDeskQuery({}, 'draft')
  expect(formatDeskUrl('/articles', drafts, 'draft')).toBe('/articles')
  expect(formatDeskUrl('/articles', withState(drafts, 'scheduled'), 'draft')).toBe('/articles?state=scheduled')
  const byTitle = parseDeskQuery({ sort: 'title' }, 'draft')
  expect(formatDeskUrl('/articles', withState(byTitle, 'scheduled'), 'draft')).toBe(
    '/articles?state=scheduled&sort=title',
  )
})
