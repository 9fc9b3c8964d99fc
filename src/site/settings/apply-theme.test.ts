import { afterEach, expect, test } from 'vitest'
import { DEFAULT_ACCENT } from '#contract/settings/default-site.ts'
import { applyTheme } from './apply-theme.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

const show = (accent: string) => applyTheme(accent, '/base/')
const stylesheets = () =>
  [...document.head.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href'))

test('the theme follows the accent of the site, after the other styles', () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/base/assets/site.css">'
  show('#7c2d12')
  expect(stylesheets()).toEqual(['/base/assets/site.css', '/base/theme/7c2d12.css'])
  show('#7c2d12')
  show('#1e3a8a')
  expect(stylesheets()).toEqual(['/base/assets/site.css', '/base/theme/1e3a8a.css'])
  show(DEFAULT_ACCENT)
  expect(stylesheets()).toEqual(['/base/assets/site.css'])
})
