import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { membershipEvents, membershipStates, membershipTransitions } from '#contract/membership/states.ts'

const PAGE = 'docs/membership.md'
const MARKED = /(<!-- transitions -->\n)[^]*(<!-- \/transitions -->)/

function printTable() {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const rows = membershipStates.map((state) =>
    row([`\`${state}\``, ...membershipEvents.map((event) => membershipTransitions[state][event] ?? '')]),
  )
  const head = row(['from', ...membershipEvents.map((event) => `\`${event}\``)])
  return `\n${head}${row(['---', ...membershipEvents.map(() => '---')])}${rows.join('')}\n`
}

test('the documentation prints the transition table of the code', async () => {
  const page = await readFile(PAGE, 'utf8')
  const expected = page.replace(MARKED, (_, start: string, end: string) => start + printTable() + end)
  expect(expected).toContain('| `past-due` |')
  await expect(expected).toMatchFileSnapshot(`../../${PAGE}`)
})
