import { beforeEach, expect, test } from 'vitest'
import { defaultSite } from '#contract/settings/default-site.ts'
import type { Viewer } from '#contract/viewer.ts'
import { adoptViewer, storeViewer } from './device-viewer.ts'

const site = { ...defaultSite, tagline: '' }
const ada: Viewer = { id: 'p1', uid: 'u1', handle: 'ada', name: 'Ada', role: 'reader', avatar: null, welcomed: true }

beforeEach(() => {
  localStorage.clear()
  adoptViewer({ site, viewer: null })
})

test('a stored page has the viewer of the last page from the server', () => {
  expect(adoptViewer({ site, viewer: null, stored: true })).toBeNull()
  expect(adoptViewer({ site, viewer: ada })).toEqual(ada)
  expect(adoptViewer({ site, viewer: null, stored: true })).toEqual(ada)
})

test('signing out, here or elsewhere, deletes the viewer', () => {
  adoptViewer({ site, viewer: ada })
  storeViewer(null)
  expect(adoptViewer({ site, viewer: null, stored: true })).toBeNull()
  adoptViewer({ site, viewer: ada })
  adoptViewer({ site, viewer: null })
  expect(adoptViewer({ site, viewer: null, stored: true })).toBeNull()
})

test('unreadable storage counts as signed out', () => {
  for (const broken of ['{', '"x"', '{"id":1}', '[]']) {
    localStorage.setItem('bramble:viewer', broken)
    expect(adoptViewer({ site, viewer: null, stored: true })).toBeNull()
  }
})
