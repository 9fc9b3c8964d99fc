import { expect, test } from 'vitest'
import { drawable } from './drawable.ts'

test.each([
  ['The hedge is a clock: “why?” — 100 €', 'The hedge is a clock: “why?” — 100 €'],
  ['Größe, Đà Nẵng, Ελλάδα, Привет', 'Größe, Đà Nẵng, Ελλάδα, Привет'],
  ['زاوية منيب، حيث', 'زاوية منيب، حيث'],
  ['A party 👨‍👩‍👧‍👦 for 🎉 two', 'A party for two'],
  ['Bell\u0007 and\ntab\t', 'Bell and tab'],
  ['日本語のタイトル', ''],
  ['Tokyo 日本語のタイトル', ''],
  ['Tokyo and Kyoto 日本', 'Tokyo and Kyoto'],
  ['🎉', ''],
  ['2026', '2026'],
])('the drawable text of %j is %j', (text, drawn) => {
  expect(drawable(text)).toBe(drawn)
})
