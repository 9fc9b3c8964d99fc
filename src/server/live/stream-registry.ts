import { Refusal } from '#contract/errors.ts'
import type { Stream } from './stream.ts'

const MAX_PER_PERSON = 10
const MAX_PER_ADDRESS = 50
const MAX_TOTAL = 10_000
const RETRY_SECONDS = 60

/** The open streams of this process, indexed by person, story and draft. */
export function createStreamRegistry({ relaxed }: { relaxed: boolean }) {
  const all = new Set<Stream>()
  const byPerson = new Map<string, Set<Stream>>()
  const byStory = new Map<string, Set<Stream>>()
  const byDraft = new Map<string, Set<Stream>>()
  const byAddress = new Map<string, number>()

  function checkCapacity({ personId, address }: Pick<Stream['listener'], 'personId' | 'address'>) {
    const own = personId === null ? (byAddress.get(address) ?? 0) : (byPerson.get(personId)?.size ?? 0)
    const limit = personId === null ? MAX_PER_ADDRESS : MAX_PER_PERSON
    if (!relaxed && (own >= limit || all.size >= MAX_TOTAL)) {
      throw new Refusal('too-many-requests', { retryAfter: RETRY_SECONDS })
    }
  }

  function add(stream: Stream) {
    const { personId, storyId, draft, address } = stream.listener
    all.add(stream)
    if (personId !== null) put(byPerson, personId, stream)
    else byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    if (storyId !== null) put(byStory, storyId, stream)
    if (draft) put(byDraft, draft.articleId, stream)
  }

  function remove(stream: Stream) {
    if (!all.delete(stream)) return
    const { personId, storyId, draft, address } = stream.listener
    if (draft) take(byDraft, draft.articleId, stream)
    if (storyId !== null) take(byStory, storyId, stream)
    if (personId !== null) return take(byPerson, personId, stream)
    const left = (byAddress.get(address) ?? 1) - 1
    if (left > 0) byAddress.set(address, left)
    else byAddress.delete(address)
  }

  return {
    checkCapacity,
    add,
    remove,
    all: (): ReadonlySet<Stream> => all,
    ofPerson: (id: string) => [...(byPerson.get(id) ?? [])],
    ofStory: (id: string) => [...(byStory.get(id) ?? [])],
    ofDraft: (id: string) => [...(byDraft.get(id) ?? [])],
    drafts: () => [...byDraft.keys()],
    people: () => [...byPerson.keys()],
    stories: () => [...byStory.keys()],
  }
}

function put(map: Map<string, Set<Stream>>, key: string, stream: Stream) {
  const set = map.get(key) ?? new Set()
  map.set(key, set.add(stream))
}

function take(map: Map<string, Set<Stream>>, key: string, stream: Stream) {
  const set = map.get(key)
  set?.delete(stream)
  if (set?.size === 0) map.delete(key)
}
