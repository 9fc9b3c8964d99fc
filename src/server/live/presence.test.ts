import { expect, test } from 'vitest'
import { createPresence } from './presence.ts'

function aRoom() {
  let time = 0
  const presence = createPresence({ now: () => new Date(time) })
  return {
    hear: (client: string, personId: string, change = 'here') =>
      presence.handleTag(`live:presence:story:${client}:${personId}:${change}`),
    people: () => presence.peopleAt('story'),
    /** The drafts whose people are others after that many seconds. */
    pass(seconds: number) {
      time += seconds * 1000
      return presence.sweep()
    },
  }
}

test('a tab is present for twelve seconds after its last renewal', () => {
  const { hear, people, pass } = aRoom()
  expect(hear('tab1', 'maren')).toBe('story')
  expect(pass(11)).toEqual([])
  expect(hear('tab1', 'maren')).toBeNull()
  expect(pass(11)).toEqual([])
  expect(people()).toEqual(['maren'])
  expect(pass(1)).toEqual(['story'])
  expect(people()).toEqual([])
})

test('a person with two tabs is listed once, until both are gone', () => {
  const { hear, people, pass } = aRoom()
  hear('tab1', 'maren')
  hear('tab2', 'ben')
  hear('tab3', 'maren')
  expect(people()).toEqual(['maren', 'ben'])
  hear('tab1', 'maren', 'left')
  pass(3)
  expect(people()).toEqual(['ben', 'maren'])
})

test('a tab that reconnects within the grace period stays present', () => {
  const { hear, people, pass } = aRoom()
  hear('tab1', 'maren')
  hear('tab1', 'maren', 'left')
  expect(pass(2)).toEqual([])
  hear('tab1', 'maren')
  expect(pass(2)).toEqual([])
  expect(people()).toEqual(['maren'])
  hear('tab1', 'maren', 'left')
  expect(pass(3)).toEqual(['story'])
})

test('unrelated tags are ignored, and a tab that was never seen can leave', () => {
  const { hear, people } = aRoom()
  const presence = createPresence({ now: () => new Date() })
  for (const name of ['live:draft:story', 'live:presence:story:tab:maren', 'live:presence:story:ta b:maren:here'])
    expect(presence.handleTag(name)).toBeNull()
  expect(hear('tab1', 'maren', 'left')).toBeNull()
  expect(people()).toEqual([])
})
