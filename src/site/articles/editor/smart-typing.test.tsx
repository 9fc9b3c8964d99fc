import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { StoryEditor } from './editor.tsx'
import type { EditorHandle } from './editor-props.ts'
import { replacementFor } from './smart-typing.ts'

/** Types a text character by character. */
function typed(text: string, language: string) {
  let result = ''
  for (const letter of text) {
    const change = replacementFor(result, letter, language)
    result = change ? result.slice(0, result.length - change.remove) + change.insert : result + letter
  }
  return result
}

test.each([
  ['en', `"It's 'so' here," she said -- really--yes... ("ok")`, '“It’s ‘so’ here,” she said – really—yes… (“ok”)'],
  ['en-GB', `'It's mine', he said`, '‘It’s mine’, he said'],
  ['de', `"Geht's 'so'?", fragt sie -- ja--nein...`, '„Geht’s ‚so‘?“, fragt sie – ja–nein…'],
  ['fr', `"L'or" -- oui`, '«\u202fL’or\u202f» – oui'],
  ['sv', `"Hej" och "då"`, '”Hej” och ”då”'],
  ['es', `"Hola"`, '«Hola»'],
  ['de-CH', `"Ja"`, '«Ja»'],
  ['ja', `"a" -- b`, '"a" – b'],
  ['tlh', `"a"`, '“a”'],
  ['en', 'https://a.example/x--y...z?q="a', 'https://a.example/x--y...z?q="a'],
  ['en', 'a---b and ../.. and 1...2', 'a—-b and ../.. and 1…2'],
  ['de', 'a --- b', 'a — b'],
  ['en', 'say `x = "1" -- y` "now"', 'say `x = "1" -- y` “now”'],
  ['en', `so $f'(x)...$ isn't "$5"`, "so $f'(x)...$ isn’t “$5”"],
])('%s: %s', (language, text, expected) => {
  expect(typed(text, language)).toBe(expected)
})

test('hyphens at the start of a line stay, for the divider', () => {
  expect(typed('---', 'en')).toBe('---')
})

describe('in the editor', () => {
  async function open(language = 'en', content: object[] = [{ type: 'paragraph' }]) {
    const onReady = vi.fn<(handle: EditorHandle) => void>()
    const initial = { type: 'doc' as const, content: content as { type: string }[] }
    const Page = () => <StoryEditor initial={initial} language={language} onChange={() => {}} onReady={onReady} />
    await renderPage(Page, { api: fakeApi({}).api, viewer: aViewer })
    await waitFor(() => expect(onReady).toHaveBeenCalled())
    const handle = onReady.mock.lastCall?.[0]
    const box = screen.getByRole('textbox', { name: 'Story' })
    await act(async () => handle?.focus('start'))
    await waitFor(() => expect(document.activeElement).toBe(box))
    return {
      user: userEvent.setup(),
      text: () =>
        handle
          ?.read()
          .content[0]?.content?.map(({ text }) => text)
          .join(''),
    }
  }

  test.each(['{Backspace}', '{Control>}z{/Control}'])(
    '%s right after brings the plain characters back',
    async (keys) => {
      const { user, text } = await open('de')
      await user.keyboard('so "')
      expect(text()).toBe('so „')
      await user.keyboard(keys)
      expect(text()).toBe('so "')
      await user.keyboard('ja...')
      expect(text()).toBe('so "ja…')
      await user.keyboard(keys)
      expect(text()).toBe('so "ja...')
    },
  )

  test('Backspace after another character does not bring them back', async () => {
    const { user, text } = await open()
    await user.keyboard('"a{Backspace}')
    expect(text()).toMatch(/^“/)
  })

  test('code keeps straight marks', async () => {
    const { user, text } = await open('en', [{ type: 'codeBlock', attrs: { language: null } }])
    await user.keyboard('a = "b" -- c...')
    expect(text()).toBe('a = "b" -- c...')
  })
})
