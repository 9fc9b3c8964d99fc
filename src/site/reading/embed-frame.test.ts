import { expect, test } from 'vitest'
import { play } from './embed-frame.ts'

function aCard(frame: string, ratio = '') {
  document.body.innerHTML = `<figure class="story-embed"><a href="https://films.example/1" data-frame="${frame}" data-ratio="${ratio}"><span class="story-embed-title">A film</span></a></figure>`
  const card = document.querySelector('a')
  if (!card) throw new Error('there is no card')
  return card
}

test('a click replaces the card with a sandboxed frame', () => {
  play(aCard('https://www.youtube-nocookie.com/embed/x?start=5', '1.5'))
  const frame = document.querySelector('iframe')
  expect(document.querySelector('a')).toBeNull()
  expect(document.activeElement).toBe(frame)
  expect(frame?.src).toBe('https://www.youtube-nocookie.com/embed/x?start=5&autoplay=1')
  expect(frame?.title).toBe('A film')
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-popups allow-presentation')
  expect(frame?.getAttribute('sandbox')).not.toContain('top-navigation')
})

test.each(['javascript:alert(1)', 'https://films.example/embed/1'])('%s is not framed', (address) => {
  const card = aCard(address)
  // The card is a link, and jsdom cannot navigate; only the missing frame matters.
  card.href = '#'
  play(card)
  expect(document.querySelector('iframe')).toBeNull()
})

test('a post gets the height from its own message, and messages from other windows are ignored', () => {
  play(aCard('https://platform.twitter.com/embed/Tweet.html?id=20'))
  const frame = document.querySelector('iframe')
  const data = { 'twttr.embed': { method: 'twttr.private.resize', params: [{ height: 432 }] } }
  window.dispatchEvent(new MessageEvent('message', { data, source: window }))
  expect(frame?.style.height).toBe('')
  window.dispatchEvent(new MessageEvent('message', { data, source: frame?.contentWindow ?? null }))
  expect(frame?.style.height).toBe('432px')
})
