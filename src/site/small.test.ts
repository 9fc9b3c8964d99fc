import { ownServices } from '#contract/firebase/services.ts'
import { expect, test, vi } from 'vitest'
import { pageColorMode } from './color-mode.ts'
import { inLanguage } from './ui/text-direction.ts'
import { initials } from './ui/avatar.tsx'
import { ago } from './ui/ago.ts'
import { type DataBlock, fromPageJson, markHtml, toPageJson } from './page-data.ts'

test('the color mode is light; a page can force dark, but not the system mode', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(pageColorMode(undefined)).toBe('light')
  expect(pageColorMode('dark')).toBe('dark')
  expect(warn).not.toHaveBeenCalled()
  expect(pageColorMode('system')).toBe('light')
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('cannot force the colour mode “system”'))
})

const block: DataBlock = {
  boot: {
    base: '/',
    mode: 'history',
    build: 'x',
    iconHosts: [],
    bucket: '',
    services: ownServices,
    development: false,
  },
  icons: {},
  errors: null,
  loaderData: {
    page: {
      story: markHtml({ title: '</script><script>alert(1)</script>\u2028', html: '<p>Text</p>' }),
      note: { html: '<p>Note</p>' },
    },
  },
}

test('page data cannot close its script element, and survives a round trip', () => {
  const json = toPageJson(block)
  expect(json).not.toMatch(/[<\u2028]/)
  expect(fromPageJson(json, (id) => (id === 'story-html' ? '<p>Text</p>' : ''))).toEqual(block)
  expect(json).not.toContain('Text')
  // Only marked HTML is read from the page.
  expect(json).toContain('Note')
})

test('times are shown relative to now, then as dates', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const before = (seconds: number) => ago(new Date(now.getTime() - seconds * 1000), now)
  expect([5, 180, 7200, 100_000, 300_000].map(before)).toEqual([
    'just now',
    '3 min ago',
    '2 h ago',
    'yesterday',
    '3 days ago',
  ])
  expect(ago(new Date('2026-03-02T12:00:00Z'), now)).toBe('2 Mar')
  expect(ago(new Date('2024-03-02T12:00:00Z'), now)).toBe('2 Mar 2024')
  expect(ago(new Date('2025-09-30T12:00:00Z'), now)).toBe('30 Sept 2025')
})

test('initials work in any script', () => {
  expect(
    ['Maren Holt', 'Piotr Aleksander Woźniak-Lindqvist', 'Nell', 'ليلى حداد', '  ', '😀 Joy'].map(initials),
  ).toEqual(['MH', 'PW', 'N', 'لح', '', '😀J'])
})

test('the language of a story decides its direction', () => {
  expect(['ar', 'he-IL', 'fa', 'en', 'pt-BR'].map((language) => inLanguage(language).dir)).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ])
})
