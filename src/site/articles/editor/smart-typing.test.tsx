import { Schema } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { EditorView } from '@tiptap/pm/view'
import { describe, expect, test, vi } from 'vitest'
import { doc, line, openEditor } from '#test/open-editor.tsx'
import { replacementFor, smartTypingPlugin } from './smart-typing.ts'

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

test('the text is read only for the characters that can be replaced', () => {
  const languageOf = vi.fn<() => string>(() => 'en')
  const schema = new Schema({ nodes: { doc: { content: 'text*' }, text: {} } })
  const view = new EditorView(null, { state: EditorState.create({ schema, plugins: [smartTypingPlugin(languageOf)] }) })
  const type = (text: string) =>
    view.someProp('handleTextInput', (handle) => handle(view, 0, 0, text, () => view.state.tr))
  for (const character of ['a', ' ', 'é', '–', 'a"']) type(character)
  expect(languageOf).not.toHaveBeenCalled()
  for (const character of ['"', "'", '.', '-']) type(character)
  expect(languageOf).toHaveBeenCalledTimes(4)
})

describe('in the editor', () => {
  async function open(language = 'en', block = line()) {
    const { handle, focus, user } = await openEditor({ initial: doc(block), language })
    await focus('start')
    const inline = () => handle.read().content[0]?.content ?? []
    const text = () =>
      inline()
        .map((node) => node.text)
        .join('')
    return { user, text }
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
    const { user, text } = await open('en', { type: 'codeBlock', attrs: { language: null } })
    await user.keyboard('a = "b" -- c...')
    expect(text()).toBe('a = "b" -- c...')
  })
})
