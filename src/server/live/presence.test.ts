import { expect, test } from 'vitest'
import { createPresence } from './presence.ts'

function aRoom() {
  let time = 0
  const presence = createPresence({ now: () => new Date(time) })
  return {
    receive: (client: string, personId: string, change = 'here') =>
      presence.handleTag(`live:presence:story:${client}:${personId}:${change}`),
    people: () => presence.peopleAt('story'),
    /** Lets time pass. Returns the drafts whose list of people has changed. */
    pass(seconds: number) {
      time += seconds * 1000
      return presence.sweep()
    },
  }
}

test('a tab is present for twelve seconds after its last renewal', () => {
  const { receive, people, pass } = aRoom()
  expect(receive('tab1', 'maren')).toBe('story')
  expect(pass(11)).toEqual([])
  expect(receive('tab1', 'maren')).toBeNull()
  expect(pass(11)).toEqual([])
  expect(people()).toEqual(['maren'])
  expect(pass(1)).toEqual(['story'])
  expect(people()).toEqual([])
})

test('a person with two tabs is listed once, until both are gone', () => {
  const { receive, people, pass } = aRoom()
  receive('tab1', 'maren')
  receive('tab2', 'ben')
  receive('tab3', 'maren')
  expect(people()).toEqual(['maren', 'ben'])
  receive('tab1', 'maren', 'left')
  pass(3)
  expect(people()).toEqual(['ben', 'maren'])
})

test('a tab that reconnects within the grace period stays present', () => {
  const { receive, people, pass } = aRoom()
  receive('tab1', 'maren')
  receive('tab1', 'maren', 'left')
  expect(pass(2)).toEqual([])
  receive('tab1', 'maren')
  expect(pass(2)).toEqual([])
  expect(people()).toEqual(['maren'])
  receive('tab1', 'maren', 'left')
  expect(pass(3)).toEqual(['story'])
})

test('unrelated tags are ignored, and a tab that was never seen can leave', () => {
  const { receive, people } = aRoom()
  const presence = createPresence({ now: () => new Date() })
  for (const name of ['live:draft:story', 'live:presence:story:tab:maren', 'live:presence:story:ta b:maren:here'])
    expect(presence.handleTag(name)).toBeNull()
  expect(receive('tab1', 'maren', 'left')).toBeNull()
  expect(people()).toEqual([])
})
