import { peopleSorts, personStates } from '#contract/people-admin.ts'
import { roles } from '#contract/endpoint.ts'
import type { DataArgs } from '#site/page.ts'

const sorts = peopleSorts.flatMap((sort) => [sort, `-${sort}`] as const)

export async function peopleData({ api, query }: DataArgs) {
  const { q, before } = query
  const role = roles.find((one) => one === query['role'])
  const state = personStates.find((one) => one === query['state'])
  const sort = sorts.find((one) => one === query['sort'])
  const [joinedFrom, joinedTo] = [dateIn(query['joinedFrom']), dateIn(query['joinedTo'])]
  const [seenFrom, seenTo] = [dateIn(query['seenFrom']), dateIn(query['seenTo'])]
  const filters = { q: q || undefined, role, state, sort, joinedFrom, joinedTo, seenFrom, seenTo }
  const page = await api('GET /api/admin/people', { query: { ...filters, before } })
  return { ...page, filters, first: before === undefined }
}

/** An empty or unfinished date field is no filter. */
function dateIn(text: string | undefined) {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
