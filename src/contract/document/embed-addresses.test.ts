import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmbedFrame } from './embeds.ts'
import { parseEmbed } from './embed-addresses.ts'

const FILM = 16 / 9

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', FILM],
  ['https://youtu.be/dQw4w9WgXcQ?t=1m5s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=65', FILM],
  [
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=42',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42',
    FILM,
  ],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 9 / 16],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1', FILM],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1', FILM],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1', FILM],
  ['https://x.com/jack/status/20', 'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20', null],
  ['https://twitter.com/jack/status/20?s=20', 'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20', null],
  ['https://codepen.io/ada/pen/abcDEF', 'https://codepen.io/ada/embed/abcDEF?default-tab=result', 3 / 2],
  ['https://gist.github.com/ada/0123456789abcdef', 'https://gist.github.com/ada/0123456789abcdef.pibb', null],
  [
    'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=1',
    'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    null,
  ],
])('%s is embedded', (address, frame, ratio) => {
  expect(parseEmbed(address)).toEqual({ provider: expect.any(String), frame, ratio })
  expect(isEmbedFrame(frame)).toBe(true)
})

test.each([
  'https://www.youtube.com/@someone',
  'https://www.youtube.com/watch?v=too-short',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtu.be/dQw4w9WgXcQ',
  'https://vimeo.com/about',
  'https://x.com/jack',
  'https://codepen.io/ada',
  'https://gist.github.com/ada/../../x',
  'https://open.spotify.com/user/x',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'not an address',
])('%s is not embedded', (address) => {
  expect(parseEmbed(address)).toBeNull()
})

test('every frame has an origin that the Content-Security-Policy allows', () => {
  const host = fc.constantFrom(
    'youtu.be',
    'www.youtube.com',
    'vimeo.com',
    'x.com',
    'codepen.io',
    'open.spotify.com',
    'gist.github.com',
  )
  fc.assert(
    fc.property(host, fc.webPath(), fc.string(), (name, path, query) => {
      const played = parseEmbed(`https://${name}${path}?${query}`)
      return played === null || isEmbedFrame(played.frame)
    }),
  )
})
