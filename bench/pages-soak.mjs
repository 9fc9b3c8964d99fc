// Memory under mixed load for a long time, on many distinct pages.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOf, residentMb, round, startSite } from './lib.mjs'
import { fill } from './many-stories.mjs'
import { addMembers, createLiking, publishStory, startActivity } from './members.mjs'

const PAGES = 10_000
const MEMBERS = 200
const VISITORS_AT_ONCE = 12
const MEMBERS_AT_ONCE = 4
const MINUTE_MS = 60_000

/** Resident memory of the server each minute, and its slope over the last two thirds. */
export async function soak(build, minutes) {
  const site = await startSite(build, { DEMO: 0 })
  try {
    await fill(databaseOf(site), PAGES)
    const members = await addMembers(site, MEMBERS)
    const slugs = Array.from({ length: PAGES }, (_, index) => `z${String(index + 1).padStart(19, '0')}`)
    const activity = startActivity([
      { name: 'likes', perSecond: 20, act: createLiking(site, members, slugs) },
      { name: 'publishes', perSecond: 2, act: () => publishStory(site, members) },
    ])
    const readers = startReaders(site, slugs, members)
    const samples = [residentMb(site.pid)]
    for (let minute = 1; minute <= minutes; minute++) {
      await sleep(MINUTE_MS)
      samples.push(residentMb(site.pid))
    }
    const { read, failed } = await readers.stop()
    const { likes, publishes, refused } = await activity.stop()
    const last = samples.slice(Math.floor(samples.length / 3))
    return {
      [`memory in MB, each of ${minutes} minutes`]: samples.join(' '),
      'growth in the last two thirds': `${round(slope(last), 2)} MB per minute`,
      'read, liked, published': `${round(read)}, ${round(likes)}, ${round(publishes)}`,
      'reads and writes that failed': `${round(failed)} and ${round(refused)}`,
    }
  } finally {
    await site.stop()
  }
}

function startReaders({ url }, slugs, { cookies }) {
  const agent = new Agent({ keepAlive: true })
  let stopped = false
  let read = 0
  let failed = 0
  const reader = async (isMember) => {
    while (!stopped) {
      const cookie = isMember && cookies[Math.floor(Math.random() * cookies.length)]
      // One in ten requests is for the home page.
      const path = Math.random() < 0.1 ? '/' : `/story/${slugs[Math.floor(Math.random() * slugs.length)]}`
      const headers = { 'accept-encoding': 'gzip, deflate, br', ...(cookie && { cookie }) }
      if ((await open(url + path, { agent, headers })) === 200) read += 1
      else failed += 1
    }
  }
  const readers = Array.from({ length: VISITORS_AT_ONCE + MEMBERS_AT_ONCE }, (_, nth) => reader(nth < MEMBERS_AT_ONCE))
  return {
    async stop() {
      stopped = true
      await Promise.all(readers)
      agent.destroy()
      return { read, failed }
    },
  }
}

function open(url, options) {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}

/** The slope of the least-squares line through values at equal distances. */
function slope(values) {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const products = values.map((value, at) => (at - middle) * (value - mean))
  const squares = values.map((_, at) => (at - middle) ** 2)
  const sum = (list) => list.reduce((total, value) => total + value, 0)
  return sum(products) / (sum(squares) || 1)
}
